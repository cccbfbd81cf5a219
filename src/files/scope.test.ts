import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf, type Shown } from '../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../test/harness.ts'
import { sql } from '../platform/database/sql.ts'

let app: TestApp
let tenant: Tenant
let whole: ReturnType<typeof filesClient>
let scoped: ReturnType<typeof filesClient>
let above: Shown, scope: Shown, inner: Shown, inside: Shown, outside: Shown

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  whole = filesClient(app, (await tenant.key('files')).key)
  above = await whole.folder('above')
  scope = await whole.folder('scope', above.id)
  inner = await whole.folder('inner', scope.id)
  inside = await whole.file('inside', 'inside.txt', inner.id)
  outside = await whole.file('outside', 'outside.txt', above.id)
  scoped = filesClient(app, (await tenant.key('files', { folderId: scope.id })).key)
})
afterAll(() => app.close())

describe('a folder-scoped key', () => {
  test('sees its folder and everything beneath it', async () => {
    expect(dataOf(await scoped.get(`/files/${scope.id}`))).toEqual({ ...scope, parent_id: null })
    expect(dataOf(await scoped.get(`/files/${inside.id}`))).toEqual(inside)
    expect((await scoped.get(`/files/${inside.id}/content`)).text).toBe('inside')
    expect(await scoped.names(`?parent_id=${inner.id}`)).toEqual(['inside.txt'])
  })

  test('gets the same 404 for items outside as for unknown ids', async () => {
    for (const path of [
      '/files/:id',
      '/files/:id/content',
      '/folders/:id',
      '/folders/:id/children',
      '/files?parent_id=:id',
    ]) {
      const absent = await scoped.get(path.replace(':id', 'zzzzzzzz'))
      expect(absent.status).toBe(404)
      for (const { id } of [above, outside]) {
        expect((await scoped.get(path.replace(':id', id))).body).toEqual(absent.body)
      }
    }
  })

  test('lists and writes in its folder by default', async () => {
    expect(await scoped.names()).toEqual(['inner'])
    expect((await scoped.folder('here'))['parent_id']).toBe(scope.id)
    expect((await scoped.file('x', 'here.txt'))['parent_id']).toBe(scope.id)
  })

  test('gets 403 out_of_scope for destinations outside, existing or not, and for the root', async () => {
    const before = (await whole.list(`?parent_id=${above.id}`)).meta.total
    for (const parent_id of [above.id, outside.id, 'zzzzzzzz', 'nope', null]) {
      expect(refusalOf(await scoped.post('/folders', { name: 'x', parent_id }))).toEqual([
        403,
        'out_of_scope',
      ])
      if (parent_id === null) continue
      expect(refusalOf(await scoped.upload('x', 'x.txt', { parent_id }))).toEqual([403, 'out_of_scope'])
    }
    expect(refusalOf(await scoped.post('/folders', { name: 'x', parent_id: inside.id }))).toEqual([
      400,
      'not_a_folder',
    ])
    expect((await whole.list(`?parent_id=${above.id}`)).meta.total).toBe(before)
  })

  test('sees paths from its folder on', async () => {
    const path = dataOf(await scoped.get(`/folders/${inner.id}`))['path'] as Shown[]
    expect(path.map(({ id }) => id)).toEqual([scope.id, inner.id])
    expect(dataOf(await scoped.get(`/folders/${scope.id}`))['path']).toEqual([
      { id: scope.id, name: 'scope' },
    ])
  })

  test('sees the usage of the workspace and the counts of its folder', async () => {
    const fresh = await whole.folder('counted')
    await whole.file(Buffer.alloc(10), '1', (await whole.folder('in', fresh.id)).id)
    await whole.file(Buffer.alloc(5), '2', fresh.id)
    const own = filesClient(app, (await tenant.key('files', { folderId: fresh.id })).key)
    const all = dataOf(await whole.get('/storage'))
    expect(dataOf(await own.get('/storage'))).toEqual({
      ...all,
      file_count: 2,
      folder_count: 1,
      scope_folder_id: fresh.id,
      scope_used: 15,
    })
  })

  test('sees nothing once its folder is gone', async () => {
    const fresh = await whole.folder('gone')
    const own = filesClient(app, (await tenant.key('files', { folderId: fresh.id })).key)
    await app.context.database.run(sql`delete from files.file where id = ${fresh.id}`)
    expect(refusalOf(await own.get('/files'))).toEqual([404, 'folder_not_found'])
    expect(refusalOf(await own.post('/folders', { name: 'x' }))).toEqual([404, 'folder_not_found'])
    expect(refusalOf(await own.upload('x', 'x.txt'))).toEqual([404, 'folder_not_found'])
    expect(dataOf(await own.get('/storage'))).toMatchObject({ file_count: 0, folder_count: 0, scope_used: 0 })
  })
})

describe('another tenant', () => {
  test('gets 404 for every id, word for word as for unknown ids', async () => {
    const stranger = filesClient(app, (await (await app.tenant()).key('files')).key)
    for (const path of [
      '/files/:id',
      '/files/:id/content',
      '/folders/:id',
      '/folders/:id/children',
      '/files?parent_id=:id',
    ]) {
      const absent = await stranger.get(path.replace(':id', 'zzzzzzzz'))
      expect(absent.status).toBe(404)
      for (const { id } of [inside, scope]) {
        expect((await stranger.get(path.replace(':id', id))).body).toEqual(absent.body)
      }
    }
    expect(refusalOf(await stranger.upload('x', 'x.txt', { parent_id: scope.id }))).toEqual([
      404,
      'folder_not_found',
    ])
    expect((await stranger.list()).meta.total).toBe(0)
  })

  test('cannot be put below this one’s folder, even by a faulty statement', async () => {
    const { workspaceId } = await app.tenant()
    const misplaced = app.context.database.run(sql`
      update files.file set workspace_id = ${workspaceId} where id = ${inside.id}`)
    await expect(misplaced).rejects.toMatchObject({ code: '23503' })
  })
})
