import { describe, expect, test } from 'vitest'
import type { Item } from './model.ts'
import { destination, folderToList } from './destination.ts'

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

describe('the destination of a new item', () => {
  test('is the root by default and for null', async () => {
    expect(await destination(whole, undefined, find)).toBeNull()
    expect(await destination(whole, null, find)).toBeNull()
  })

  test('is the scope folder of a scoped key by default', async () => {
    expect(await destination(scoped, undefined, find)).toBe('scope')
  })

  test('is the named folder', async () => {
    expect(await destination(whole, 'inside', find)).toBe('inside')
    expect(await destination(scoped, 'inside', find)).toBe('inside')
    expect(await destination(scoped, 'scope', find)).toBe('scope')
  })

  test('is never a file', async () => {
    await expect(destination(whole, 'paper', find)).rejects.toEqual(code('not_a_folder'))
    await expect(destination(scoped, 'paper', find)).rejects.toEqual(code('not_a_folder'))
  })

  test('is never outside the scope folder, existing or not, nor the root', async () => {
    await expect(destination(scoped, 'absent', find)).rejects.toEqual(code('out_of_scope'))
    await expect(destination(scoped, null, find)).rejects.toEqual(code('out_of_scope'))
  })

  test('is not found for an unknown id, and when the scope folder is gone', async () => {
    await expect(destination(whole, 'absent', find)).rejects.toEqual(code('folder_not_found'))
    await expect(destination(orphaned, undefined, find)).rejects.toEqual(code('folder_not_found'))
    await expect(destination(orphaned, 'deleted', find)).rejects.toEqual(code('folder_not_found'))
  })
})

describe('the folder to list', () => {
  test('is the root, the scope folder or the named folder', async () => {
    expect(await folderToList(whole, undefined, find)).toBeNull()
    expect(await folderToList(scoped, undefined, find)).toBe('scope')
    expect(await folderToList(scoped, 'inside', find)).toBe('inside')
  })

  test('is never a file nor outside the view of the key', async () => {
    await expect(folderToList(whole, 'paper', find)).rejects.toEqual(code('not_a_folder'))
    await expect(folderToList(scoped, 'outside', find)).rejects.toEqual(code('folder_not_found'))
    await expect(folderToList(orphaned, undefined, find)).rejects.toEqual(code('folder_not_found'))
  })
})
