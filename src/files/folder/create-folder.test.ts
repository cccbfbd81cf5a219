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

describe('createFolder', () => {
  test('answers 201 with the folder and emits an event', async () => {
    const answer = await files.post('/folders', { name: 'Docs', parent_id: null })
    const docs = dataOf(answer)
    expect(answer.status).toBe(201)
    expect(docs).toMatchObject({
      type: 'folder',
      name: 'Docs',
      parent_id: null,
      size: 0,
      mime_type: 'inode/directory',
      extension: '',
      share_url: `http://files.test/sl/${docs.id}`,
    })
    const inner = await files.folder('v1.2 In', docs.id)
    expect([inner['parent_id'], inner['extension']]).toEqual([docs.id, ''])
    const events = await app.context.database.rows(sql`
      select name, data from platform.event where workspace_id = ${tenant.workspaceId} order by id`)
    expect(events).toEqual([
      { name: 'folder.created', data: docs },
      { name: 'folder.created', data: inner },
    ])
  })

  test('takes names that are blocked for files', async () => {
    expect((await files.folder('app.exe'))['name']).toBe('app.exe')
  })

  test('refuses bad names, in any shape, as invalid_name', async () => {
    for (const name of [
      '',
      ' ',
      'a/b',
      'a\\b',
      '..',
      'a\0b',
      '\ud800 half',
      'x'.repeat(256),
      'x'.repeat(500_000),
      5,
      true,
      {},
      [],
      null,
    ]) {
      expect(refusalOf(await files.post('/folders', { name }))).toEqual([400, 'invalid_name'])
    }
    expect(refusalOf(await files.post('/folders', {}))).toEqual([400, 'invalid_name'])
  })

  test('refuses unknown parents as folder_not_found, and files as not_a_folder', async () => {
    const paper = await files.file('x', 'paper.txt')
    for (const parent_id of ['zzzzzzzz', 'nope', '', '\0', 5, {}, []]) {
      expect(refusalOf(await files.post('/folders', { name: 'x', parent_id }))).toEqual([
        404,
        'folder_not_found',
      ])
    }
    expect(refusalOf(await files.post('/folders', { name: 'x', parent_id: paper.id }))).toEqual([
      400,
      'not_a_folder',
    ])
  })

  test('refuses another tenant’s folder as if it did not exist', async () => {
    const stranger = filesClient(app, (await (await app.tenant()).key('files')).key)
    const theirs = await stranger.folder('theirs')
    const refused = await files.post('/folders', { name: 'x', parent_id: theirs.id })
    const absent = await files.post('/folders', { name: 'x', parent_id: 'zzzzzzzz' })
    expect(refused.body).toEqual(absent.body)
  })

  test('outside of the folder of a key is out_of_scope', async () => {
    const [scope, outside] = [await files.folder('scope'), await files.folder('outside')]
    const scoped = filesClient(app, (await tenant.key('files', { folderId: scope.id })).key)
    for (const parent_id of [null, outside.id, 'zzzzzzzz']) {
      expect(refusalOf(await scoped.post('/folders', { name: 'x', parent_id }))).toEqual([
        403,
        'out_of_scope',
      ])
    }
    expect((await scoped.folder('x'))['parent_id']).toBe(scope.id)
  })

  test('in a folder that is deleted concurrently is folder_not_found and counts nothing', async () => {
    const other = await app.tenant()
    const client = filesClient(app, (await other.key('files')).key)
    const doomed = await client.folder('doomed')
    let late: ReturnType<typeof client.post> | undefined
    await app.context.database.transaction(async (tx) => {
      await tx.run(sql`delete from files.file where id = ${doomed.id}`)
      late = client.post('/folders', { name: 'late', parent_id: doomed.id })
      // The insert must wait for the row before this commits, or there would be no race.
      for (let waiting = 0; waiting === 0;) {
        const { count } = await tx.one<{ count: number }>(sql`
          select count(*) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%files.file%'`)
        waiting = count
        await tx.run(sql`select pg_stat_clear_snapshot()`)
      }
    })
    expect(refusalOf(await (late as ReturnType<typeof client.post>))).toEqual([404, 'folder_not_found'])
    const { folder_count } = dataOf(await client.get('/storage'))
    expect(folder_count).toBe(1)
  })
})
