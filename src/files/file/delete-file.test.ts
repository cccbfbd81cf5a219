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

describe('deleteFile', () => {
  test('of a file answers 204, emits an event, and gives its storage back', async () => {
    const before = dataOf(await files.get('/storage'))
    const file = await files.file('12345', 'x.txt')
    const answer = await files.del(`/files/${file.id}`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(dataOf(await files.get('/storage'))).toEqual(before)
    const events = await app.context.database.rows(sql`
      select name, data from platform.event where data ->> 'id' = ${file.id} order by id desc limit 1`)
    expect(events).toEqual([{ name: 'file.deleted', data: file }])
  })

  test('makes a file unknown everywhere', async () => {
    const file = await files.file('x', 'x.txt')
    await files.del(`/files/${file.id}`)
    for (const answer of [
      await files.get(`/files/${file.id}`),
      await files.get(`/files/${file.id}/content`),
      await files.patch(`/files/${file.id}`, { name: 'y' }),
      await files.post(`/files/${file.id}/move`, { parent_id: null }),
      await files.post(`/files/${file.id}/copy`, {}),
      await files.del(`/files/${file.id}`),
    ]) {
      expect(refusalOf(answer)).toEqual([404, 'not_found'])
    }
  })

  test('of a folder deletes everything in it, and emits one event', async () => {
    const before = dataOf(await files.get('/storage'))
    const a = await files.folder('a')
    const b = await files.folder('b', a.id)
    const inner = await files.file('12345', 'x.txt', b.id)
    expect((await files.del(`/files/${a.id}`)).status).toBe(204)
    for (const { id } of [a, b, inner])
      expect(refusalOf(await files.get(`/files/${id}`))).toEqual([404, 'not_found'])
    expect(refusalOf(await files.get(`/files?parent_id=${b.id}`))).toEqual([404, 'folder_not_found'])
    expect(dataOf(await files.get('/storage'))).toEqual(before)
    const events = await app.context.database.rows(sql`
      select data ->> 'id' as deleted from platform.event where name = 'file.deleted' order by id desc limit 1`)
    expect(events).toEqual([{ deleted: a.id }])
  })

  test('is out_of_scope for the folder of the key and not_found outside of it', async () => {
    const [scope, outside] = [await files.folder('scope'), await files.folder('outside')]
    const inside = await files.folder('inside', scope.id)
    const scoped = filesClient(app, (await tenant.key('files', { folderId: scope.id })).key)
    expect(refusalOf(await scoped.del(`/files/${scope.id}`))).toEqual([403, 'out_of_scope'])
    expect(refusalOf(await scoped.del(`/files/${outside.id}`))).toEqual([404, 'not_found'])
    expect((await scoped.del(`/files/${inside.id}`)).status).toBe(204)
  })

  test('keeps an item that is moved out at the last moment, and counts it', async () => {
    const client = filesClient(app, (await (await app.tenant()).key('files')).key)
    const doomed = await client.folder('doomed')
    const file = await client.file('12345', 'rescued.txt', doomed.id)
    let deleted: ReturnType<typeof client.del> | undefined
    await app.context.database.transaction(async (tx) => {
      await tx.run(sql`update files.file set parent_id = null where id = ${file.id}`)
      deleted = client.del(`/folders/${doomed.id}`)
      await lockWaited(tx)
    })
    expect((await deleted)?.status).toBe(204)
    expect(dataOf(await client.get(`/files/${file.id}`))['parent_id']).toBeNull()
    expect(dataOf(await client.get('/storage'))).toMatchObject({ used: 5, file_count: 1, folder_count: 0 })
  })

  test('also deletes an item that is moved in at the last moment', async () => {
    const client = filesClient(app, (await (await app.tenant()).key('files')).key)
    const doomed = await client.folder('doomed')
    let deleted: ReturnType<typeof client.del> | undefined
    await app.context.database.transaction(async (tx) => {
      await tx.run(sql`
        insert into files.file
          (id, workspace_id, parent_id, type, name, folded_name, size, created_at, updated_at)
        select 'lastone0', workspace_id, id, 'folder', 'late', 'late', 0, created_at, updated_at
        from files.file where id = ${doomed.id}`)
      await tx.run(sql`
        update files.usage set folder_count = folder_count + 1
        where workspace_id = (select workspace_id from files.file where id = ${doomed.id})`)
      deleted = client.del(`/folders/${doomed.id}`)
      await lockWaited(tx)
    })
    expect((await deleted)?.status).toBe(204)
    expect(refusalOf(await client.get('/files/lastone0'))).toEqual([404, 'not_found'])
    expect(dataOf(await client.get('/storage'))).toMatchObject({ folder_count: 0 })
  })
})

/** Until another statement waits for a row that the transaction holds. */
async function lockWaited(tx: Pick<TestApp['context']['database'], 'one' | 'run'>): Promise<void> {
  for (let waiting = 0; waiting === 0;) {
    await tx.run(sql`select pg_stat_clear_snapshot()`)
    const { count } = await tx.one<{ count: number }>(sql`
      select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from files.file%'`)
    waiting = count
  }
}
