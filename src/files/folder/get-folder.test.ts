import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf, type Shown } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let files: ReturnType<typeof filesClient>

beforeAll(async () => {
  app = await testApp()
  files = filesClient(app, (await (await app.tenant()).key('files')).key)
})
afterAll(() => app.close())

const crumb = ({ id, name }: Shown) => ({ id, name: name as string })

describe('getFolder', () => {
  test('adds the bytes of the subtree, the number of direct children and the path down to itself', async () => {
    const a = await files.folder('a')
    const b = await files.folder('b', a.id)
    const c = await files.folder('c', b.id)
    await files.file(Buffer.alloc(100), '1', a.id)
    await files.file(Buffer.alloc(20), '2', b.id)
    await files.file(Buffer.alloc(3), '3', c.id)
    const shown = async (folder: Shown) => dataOf(await files.get(`/folders/${folder.id}`))
    expect(await shown(a)).toEqual({ ...a, total_size: 123, item_count: 2, path: [crumb(a)] })
    expect(await shown(c)).toEqual({
      ...c,
      total_size: 3,
      item_count: 1,
      path: [crumb(a), crumb(b), crumb(c)],
    })
    expect(dataOf(await files.get(`/files/${c.id}`))).toEqual(c)
  })

  test('of an empty folder is all zero', async () => {
    const empty = await files.folder('empty')
    expect(dataOf(await files.get(`/folders/${empty.id}`))).toMatchObject({ total_size: 0, item_count: 0 })
  })

  test('and its children refuse files as not_a_folder, and unknown ids as not_found', async () => {
    const paper = await files.file('x', 'paper.txt')
    for (const rest of ['', '/children']) {
      expect(refusalOf(await files.get(`/folders/${paper.id}${rest}`))).toEqual([400, 'not_a_folder'])
      for (const id of ['zzzzzzzz', 'nope', '%00']) {
        expect(refusalOf(await files.get(`/folders/${id}${rest}`))).toEqual([404, 'not_found'])
      }
    }
  })

  test('has the children that the listing shows', async () => {
    const top = await files.folder('top')
    for (const name of ['b', 'a', 'c', 'A2']) await files.file('1', name, top.id)
    for (const query of ['', '&sort=name_desc', '&q=a', '&limit=1&offset=1']) {
      const children = await files.get(`/folders/${top.id}/children?${query.slice(1)}`)
      expect([children.status, children.body]).toEqual([
        200,
        (await files.get(`/files?parent_id=${top.id}${query}`)).body,
      ])
    }
  })
})
