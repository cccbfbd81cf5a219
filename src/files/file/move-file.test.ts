import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf, type Shown } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { setQuota } from '../public.ts'
import { lockFolders } from '../item/subtree-store.ts'

let app: TestApp
let tenant: Tenant
let files: ReturnType<typeof filesClient>

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  files = filesClient(app, (await tenant.key('files')).key)
})
afterAll(() => app.close())

const move = (id: string, body: object) => files.post(`/files/${id}/move`, body)

describe('moveFile', () => {
  test('answers with the item in its new place and tells subscribers', async () => {
    const [from, to] = [await files.folder('from'), await files.folder('to')]
    const file = await files.file('x', 'x.txt', from.id)
    const moved = dataOf(await move(file.id, { parent_id: to.id }))
    expect(moved).toEqual({ ...file, parent_id: to.id })
    expect(dataOf(await move(file.id, { parent_id: null }))['parent_id']).toBeNull()
    const events = await app.context.database.rows(sql`
      select name from platform.event where data ->> 'id' = ${file.id} order by id`)
    expect(events).toEqual([{ name: 'file.created' }, { name: 'file.moved' }, { name: 'file.moved' }])
  })

  test('takes a folder with everything in it', async () => {
    const [a, z] = [await files.folder('a'), await files.folder('z')]
    const b = await files.folder('b', a.id)
    const deep = await files.file('deep', 'deep.txt', b.id)
    await move(b.id, { parent_id: z.id })
    const path = dataOf(await files.get(`/folders/${b.id}`))['path'] as Shown[]
    expect(path.map(({ id }) => id)).toEqual([z.id, b.id])
    expect(dataOf(await files.get(`/files/${deep.id}`))).toEqual(deep)
  })

  test('takes no storage: a full workspace never gives quota_exceeded', async () => {
    const full = await app.tenant()
    const client = filesClient(app, (await full.key('files')).key)
    const [to, file] = [await client.folder('to'), await client.file('12345', 'x.txt')]
    await setQuota(app.context, { workspaceId: full.workspaceId, limitBytes: 4 })
    expect(refusalOf(await client.upload('1', 'y.txt'))).toEqual([413, 'quota_exceeded'])
    expect((await client.post(`/files/${file.id}/move`, { parent_id: to.id })).status).toBe(200)
  })

  test('works in a tree of 1,000 levels, as older versions allowed, and finds circles at its bottom', async () => {
    const top = await files.folder('deep')
    await app.context.database.run(sql`
      insert into files.file (id, workspace_id, parent_id, type, name, folded_name, size, created_at, updated_at)
      select
        'L' || lpad(level::text, 7, '0'), workspace_id,
        case when level = 1 then id else 'L' || lpad((level - 1)::text, 7, '0') end,
        'folder', 'level', 'level', 0, created_at, updated_at
      from files.file, generate_series(1, 1000) level
      where id = ${top.id}`)
    expect(refusalOf(await move(top.id, { parent_id: 'L0001000' }))).toEqual([400, 'invalid_move'])
    const elsewhere = await files.folder('elsewhere')
    expect(refusalOf(await move(top.id, { parent_id: elsewhere.id }))).toEqual([400, 'invalid_move'])
    expect((await move(elsewhere.id, { parent_id: top.id })).status).toBe(200)
    expect((await move(elsewhere.id, { parent_id: null })).status).toBe(200)
    const file = await files.file('x', 'bottom.txt', 'L0001000')
    const [found] = ((await files.get('/search?q=bottom.txt')).body as { data: Shown[] }).data
    expect(found?.['path']).toHaveLength(1002)
    expect((await move(file.id, { parent_id: null })).status).toBe(200)
    expect((await files.del(`/files/${top.id}`)).status).toBe(204)
  })
})

describe('moveFile is refused', () => {
  test('as missing_parent_id without one', async () => {
    const file = await files.file('x', 'x.txt')
    for (const body of [{}, { name: 'z' }])
      expect(refusalOf(await move(file.id, body))).toEqual([400, 'missing_parent_id'])
  })

  test('as not_a_folder, folder_not_found, not_found and invalid_move', async () => {
    const [file, other] = [await files.file('x', 'x.txt'), await files.file('y', 'y.txt')]
    expect(refusalOf(await move(file.id, { parent_id: other.id }))).toEqual([400, 'not_a_folder'])
    expect(refusalOf(await move(file.id, { parent_id: 'zzzzzzzz' }))).toEqual([404, 'folder_not_found'])
    expect(refusalOf(await move('zzzzzzzz', { parent_id: null }))).toEqual([404, 'not_found'])
    const folder = await files.folder('own')
    expect(refusalOf(await move(folder.id, { parent_id: folder.id }))).toEqual([400, 'invalid_move'])
  })

  test('for a folder-scoped key as out_of_scope for its folder, the root and destinations outside', async () => {
    const [scope, outside] = [await files.folder('scope'), await files.folder('outside')]
    const inside = await files.folder('inside', scope.id)
    const scoped = filesClient(app, (await tenant.key('files', { folderId: scope.id })).key)
    const refused = async (id: string, parent_id: string | null) =>
      refusalOf(await scoped.post(`/files/${id}/move`, { parent_id }))
    expect(await refused(scope.id, inside.id)).toEqual([403, 'out_of_scope'])
    for (const place of [null, outside.id, 'zzzzzzzz'])
      expect(await refused(inside.id, place)).toEqual([403, 'out_of_scope'])
    expect(await refused(outside.id, inside.id)).toEqual([404, 'not_found'])
  })

  test('as move_failed when the database refuses, and changes nothing', async () => {
    const [folder, to] = [await files.folder('stuck'), await files.folder('to')]
    const { database } = app.context
    await database.transaction(async (tx) => {
      await lockFolders(tx, tenant.workspaceId)
      const late = move(folder.id, { parent_id: to.id })
      for (let cancelled = 0; cancelled === 0;) {
        await tx.run(sql`select pg_stat_clear_snapshot()`)
        cancelled = await tx.run(sql`
          select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`)
      }
      expect(refusalOf(await late)).toEqual([400, 'move_failed'])
    })
    expect(dataOf(await files.get(`/files/${folder.id}`))).toEqual(folder)
  })
})

describe('concurrent moves', () => {
  test('never make a circle: of two crossing ones exactly one succeeds', async () => {
    for (let round = 0; round < 20; round++) {
      const top = await files.folder('top')
      const [a, b] = [await files.folder('a', top.id), await files.folder('b', top.id)]
      const answers = await Promise.all([move(a.id, { parent_id: b.id }), move(b.id, { parent_id: a.id })])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    }
  })

  test('of twelve folders into one another leave every one beneath the top', async () => {
    const top = await files.folder('many')
    const folders = await Promise.all(Array.from({ length: 12 }, (_, n) => files.folder(`f${n}`, top.id)))
    const pairs = folders.flatMap((from) => folders.map((to) => [from, to] as const))
    const answers = await Promise.all(pairs.map(([from, to]) => move(from.id, { parent_id: to.id })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
    for (const { id } of folders) {
      const path = dataOf(await files.get(`/folders/${id}`))['path'] as Shown[]
      expect(path[0]?.id).toBe(top.id)
    }
  })
})
