import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'

let app: TestApp
let tenant: Tenant
let files: ReturnType<typeof filesClient>

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  files = filesClient(app, (await tenant.key('files')).key)
})
afterAll(() => app.close())

const eventsOf = (id: string) =>
  app.context.database.rows<{ name: string; data: unknown }>(sql`
    select name, data from platform.event where data ->> 'id' = ${id} order by id`)

describe('updateFile', () => {
  test('renames: name, media type and updated_at change, everything else stays', async () => {
    const top = await files.folder('rename')
    const file = await files.file('same', 'a.txt', top.id)
    app.clock.advance(5000)
    const changed = dataOf(await files.patch(`/files/${file.id}`, { name: 'b.md' }))
    expect(changed).toEqual({
      ...file,
      name: 'b.md',
      extension: 'md',
      mime_type: 'text/markdown',
      updated_at: '2026-03-04 05:06:12',
    })
    expect((await files.get(`/files/${file.id}/content`)).text).toBe('same')
    expect(await files.names(`?parent_id=${top.id}&q=B.MD`)).toEqual(['b.md'])
    expect(await eventsOf(file.id)).toEqual([
      { name: 'file.created', data: file },
      { name: 'file.renamed', data: changed },
    ])
  })

  test('moves to another folder and to the root', async () => {
    const [from, to] = [await files.folder('from'), await files.folder('to')]
    const file = await files.file('x', 'x.txt', from.id)
    const moved = dataOf(await files.patch(`/files/${file.id}`, { parent_id: to.id }))
    expect(moved).toEqual({ ...file, parent_id: to.id })
    expect([await files.names(`?parent_id=${from.id}`), await files.names(`?parent_id=${to.id}`)]).toEqual([
      [],
      ['x.txt'],
    ])
    const top = dataOf(await files.patch(`/files/${file.id}`, { parent_id: null }))
    expect(top['parent_id']).toBeNull()
    expect((await eventsOf(file.id)).slice(1)).toEqual([
      { name: 'file.moved', data: moved },
      { name: 'file.moved', data: top },
    ])
  })

  test('renames and moves at once, as two events of one moment', async () => {
    const [from, to] = [await files.folder('both'), await files.folder('there')]
    const folder = await files.folder('old', from.id)
    const changed = dataOf(await files.patch(`/files/${folder.id}`, { name: 'new', parent_id: to.id }))
    expect([changed['name'], changed['parent_id']]).toEqual(['new', to.id])
    expect((await eventsOf(folder.id)).slice(1)).toEqual([
      { name: 'file.renamed', data: changed },
      { name: 'file.moved', data: changed },
    ])
  })

  test('of a folder touches one row, even with contents', async () => {
    const [from, to] = [await files.folder('here'), await files.folder('elsewhere')]
    const folder = await files.folder('full', from.id)
    await files.file('x', 'deep.txt', (await files.folder('inner', folder.id)).id)
    const versions = () =>
      app.context.database.rows(
        sql`select id, xmin::text from files.file where id <> ${folder.id} order by id`,
      )
    const before = await versions()
    await files.patch(`/files/${folder.id}`, { name: 'moved', parent_id: to.id })
    expect(await versions()).toEqual(before)
  })

  test('to its own name and place changes nothing and emits nothing', async () => {
    const top = await files.folder('still')
    const [file, folder] = [await files.file('1', 'same.txt', top.id), await files.folder('same', top.id)]
    const atRoot = await files.file('2', 'root.txt')
    app.clock.advance(5000)
    for (const [item, path, bodies] of [
      [file, 'files', [{ name: 'same.txt' }, { parent_id: top.id }, { name: 'same.txt', parent_id: top.id }]],
      [folder, 'folders', [{ name: 'same' }, { parent_id: top.id }, { name: 'same', parent_id: top.id }]],
      [atRoot, 'files', [{ parent_id: null }, { name: 'root.txt', parent_id: null }]],
    ] as const) {
      for (const body of bodies) expect(dataOf(await files.patch(`/${path}/${item.id}`, body))).toEqual(item)
      const moved = await files.post(`/files/${item.id}/move`, { parent_id: item['parent_id'] })
      expect(dataOf(moved)).toEqual(item)
      expect(await eventsOf(item.id)).toHaveLength(1)
    }
  })

  test('to one new value and one that stays emits the one event', async () => {
    const [top, other] = [await files.folder('half'), await files.folder('other half')]
    const file = await files.file('1', 'a.txt', top.id)
    await files.patch(`/files/${file.id}`, { name: 'b.txt', parent_id: top.id })
    await files.patch(`/files/${file.id}`, { name: 'b.txt', parent_id: other.id })
    const names = (await eventsOf(file.id)).map(({ name }) => name)
    expect(names).toEqual(['file.created', 'file.renamed', 'file.moved'])
    await files.patch(`/files/${file.id}`, { name: 'B.txt' })
    expect(await eventsOf(file.id)).toHaveLength(4)
  })

  test('may make names equal', async () => {
    const top = await files.folder('equal')
    await files.file('1', 'same.txt', top.id)
    const other = await files.file('2', 'other.txt', top.id)
    expect((await files.patch(`/files/${other.id}`, { name: 'same.txt' })).status).toBe(200)
    expect(await files.names(`?parent_id=${top.id}`)).toEqual(['same.txt', 'same.txt'])
  })
})

describe('updateFile is refused', () => {
  test('as no_changes without name and parent_id', async () => {
    const file = await files.file('x', 'x.txt')
    for (const body of [{}, { size: 5, share_status: 'public' }]) {
      expect(refusalOf(await files.patch(`/files/${file.id}`, body))).toEqual([400, 'no_changes'])
    }
  })

  test('as invalid_name for a bad name in any shape', async () => {
    const file = await files.file('x', 'x.txt')
    for (const name of ['', ' ', 'a/b', 'a\\b', '..', 'a\0b', 'x'.repeat(256), 5, {}, [], null]) {
      expect(refusalOf(await files.patch(`/files/${file.id}`, { name, parent_id: null }))).toEqual([
        400,
        'invalid_name',
      ])
    }
  })

  test('as file_type_blocked for files and not for folders', async () => {
    const file = await files.file('x', 'x.txt')
    for (const name of ['x.exe', 'x.EXE', 'x.php.txt', 'x.txt.bat']) {
      expect(refusalOf(await files.patch(`/files/${file.id}`, { name }))).toEqual([400, 'file_type_blocked'])
    }
    const folder = await files.folder('plain')
    expect(dataOf(await files.patch(`/files/${folder.id}`, { name: 'app.exe' }))['name']).toBe('app.exe')
  })

  test('as not_a_folder, folder_not_found and not_found', async () => {
    const [file, other] = [await files.file('x', 'x.txt'), await files.file('y', 'y.txt')]
    const refused = async (id: string, body: object) => refusalOf(await files.patch(`/files/${id}`, body))
    expect(await refused(file.id, { parent_id: other.id })).toEqual([400, 'not_a_folder'])
    for (const parent_id of ['zzzzzzzz', 'nope', '', '\0', 5, {}]) {
      expect(await refused(file.id, { name: 'new.txt', parent_id })).toEqual([404, 'folder_not_found'])
    }
    for (const id of ['zzzzzzzz', 'nope'])
      expect(await refused(id, { name: 'x.txt' })).toEqual([404, 'not_found'])
    expect(dataOf(await files.get(`/files/${file.id}`))).toEqual(file)
  })

  test('as invalid_move for a folder into itself or beneath itself', async () => {
    const a = await files.folder('a')
    const b = await files.folder('b', a.id)
    const c = await files.folder('c', b.id)
    for (const { id } of [a, b, c]) {
      expect(refusalOf(await files.patch(`/files/${a.id}`, { parent_id: id }))).toEqual([400, 'invalid_move'])
    }
    expect((await files.patch(`/files/${c.id}`, { parent_id: a.id })).status).toBe(200)
  })

  test('for a folder-scoped key as out_of_scope for its folder, the root and destinations outside', async () => {
    const [scope, outside] = [await files.folder('scope'), await files.folder('outside')]
    const inside = await files.file('x', 'inside.txt', scope.id)
    const scoped = filesClient(app, (await tenant.key('files', { folderId: scope.id })).key)
    const refused = async (id: string, body: object) => refusalOf(await scoped.patch(`/files/${id}`, body))
    expect(await refused(scope.id, { name: 'new' })).toEqual([403, 'out_of_scope'])
    for (const parent_id of [null, outside.id, 'zzzzzzzz']) {
      expect(await refused(inside.id, { parent_id })).toEqual([403, 'out_of_scope'])
    }
    expect(await refused(outside.id, { name: 'new' })).toEqual([404, 'not_found'])
    expect((await scoped.patch(`/files/${inside.id}`, { name: 'new.txt', parent_id: scope.id })).status).toBe(
      200,
    )
  })
})
