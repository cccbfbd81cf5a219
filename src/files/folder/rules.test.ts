import { describe, expect, test } from 'vitest'
import type { Item } from '../file/model.ts'
import { destination, folderToList } from './rules.ts'

const item = (id: string, type: 'file' | 'folder'): Item => ({
  id,
  type,
  name: id,
  parent_id: null,
  size: 0,
  has_thumbnail: false,
  share_status: 'private',
  shared_with: [],
  share_password_protected: false,
  share_expires_at: null,
  created_at: new Date(0),
  updated_at: new Date(0),
})

const seen = new Map(
  [item('scope', 'folder'), item('inside', 'folder'), item('paper', 'file')].map((it) => [it.id, it]),
)
const find = (id: string) => Promise.resolve(seen.get(id))
const whole = { workspaceId: 1, folderId: null }
const scoped = { workspaceId: 1, folderId: 'scope' }
const orphaned = { workspaceId: 1, folderId: 'deleted' }
const code = (value: string) => expect.objectContaining({ code: value }) as unknown

describe('where something new goes', () => {
  test('is the root when nothing or null is said', async () => {
    expect(await destination(whole, undefined, find)).toBeNull()
    expect(await destination(whole, null, find)).toBeNull()
  })

  test('is the scope folder of a scoped key when nothing is said', async () => {
    expect(await destination(scoped, undefined, find)).toBe('scope')
  })

  test('is the folder that is named', async () => {
    expect(await destination(whole, 'inside', find)).toBe('inside')
    expect(await destination(scoped, 'inside', find)).toBe('inside')
    expect(await destination(scoped, 'scope', find)).toBe('scope')
  })

  test('is never a file', async () => {
    await expect(destination(whole, 'paper', find)).rejects.toEqual(code('not_a_folder'))
    await expect(destination(scoped, 'paper', find)).rejects.toEqual(code('not_a_folder'))
  })

  test('is not outside the scope folder, whether it exists or not, nor the root', async () => {
    await expect(destination(scoped, 'absent', find)).rejects.toEqual(code('out_of_scope'))
    await expect(destination(scoped, null, find)).rejects.toEqual(code('out_of_scope'))
  })

  test('is not found when nobody has it, and when the scope folder is gone', async () => {
    await expect(destination(whole, 'absent', find)).rejects.toEqual(code('folder_not_found'))
    await expect(destination(orphaned, undefined, find)).rejects.toEqual(code('folder_not_found'))
    await expect(destination(orphaned, 'deleted', find)).rejects.toEqual(code('folder_not_found'))
  })
})

describe('what is listed', () => {
  test('is the root, the scope folder or the folder that is named', async () => {
    expect(await folderToList(whole, undefined, find)).toBeNull()
    expect(await folderToList(scoped, undefined, find)).toBe('scope')
    expect(await folderToList(scoped, 'inside', find)).toBe('inside')
  })

  test('is never a file nor what the key cannot see', async () => {
    await expect(folderToList(whole, 'paper', find)).rejects.toEqual(code('not_a_folder'))
    await expect(folderToList(scoped, 'outside', find)).rejects.toEqual(code('folder_not_found'))
    await expect(folderToList(orphaned, undefined, find)).rejects.toEqual(code('folder_not_found'))
  })
})
