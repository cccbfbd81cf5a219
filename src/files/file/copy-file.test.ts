import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { setQuota } from '../public.ts'
import { findMiscount, lockUsage } from '../usage/store.ts'

let app: TestApp
let tenant: Tenant
let files: ReturnType<typeof filesClient>

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  files = await someClient(tenant)
})
afterAll(() => app.close())

/** Each test copies with a user of its own, because copies are limited. */
const someClient = async (of: Tenant) => filesClient(app, (await of.key('files')).key)
const fresh = async () => {
  const owner = await app.tenant()
  return { owner, client: await someClient(owner) }
}

/** Names and kinds of everything beneath a folder, with the bytes of files. */
async function treeOf(client: typeof files, id: string, path = ''): Promise<string[]> {
  const { data } = await client.list(`?parent_id=${id}&limit=100`)
  const parts = await Promise.all(
    data.map(async (item) => {
      const at = `${path}/${String(item['name'])}`
      if (item['type'] === 'folder') return [at, ...(await treeOf(client, item.id, at))]
      return [`${at}=${(await client.get(`/files/${item.id}/content`)).text}`]
    }),
  )
  return parts.flat()
}

/** Inserts items beneath a folder, so many folders with so many files each, and counts them. */
async function fill(owner: Tenant, folderId: string, folders: number, filesEach: number, blobOf: string) {
  const { database } = app.context
  await database.run(sql`
    insert into files.file (id, workspace_id, parent_id, type, name, folded_name, size, created_at, updated_at)
    select
      left(${folderId}, 3) || lpad(n::text, 5, '0'), workspace_id, id, 'folder', 'folder ' || n, 'folder ' || n, 0,
      created_at, updated_at
    from files.file, generate_series(1, ${folders}::int) n where id = ${folderId}`)
  await database.run(sql`
    insert into files.file
      (id, workspace_id, parent_id, type, name, folded_name, size, blob_key, created_at, updated_at)
    select
      left(md5(${folderId}), 3) || lpad((row_number() over ())::text, 5, '0'), folder.workspace_id, folder.id, 'file', 'file ' || n, 'file ' || n, bytes.size,
      bytes.blob_key, folder.created_at, folder.updated_at
    from files.file folder, files.file bytes, generate_series(1, ${filesEach}::int) n
    where folder.parent_id = ${folderId} and bytes.id = ${blobOf}`)
  await database.run(sql`
    update files.usage set folder_count = folder_count + ${folders},
      file_count = file_count + ${folders * filesEach},
      used_bytes = used_bytes + (select size from files.file where id = ${blobOf}) * ${folders * filesEach}
    where workspace_id = ${owner.workspaceId}`)
}

const copy = (id: string, body: object = {}, client = files) => client.post(`/files/${id}/copy`, body)

describe('copyFile', () => {
  test('has the name and place of the original by default, and bytes of its own count', async () => {
    const top = await files.folder('default')
    const file = await files.file('copy me', 'orig.txt', top.id)
    const before = dataOf(await files.get('/storage'))
    const answer = await copy(file.id)
    const made = dataOf(answer)
    expect(answer.status).toBe(201)
    expect(made).toEqual({ ...file, id: made.id, share_url: `http://files.test/sl/${made.id}` })
    const events = await app.context.database.rows(sql`
      select name, data from platform.event where data ->> 'id' = ${made.id}`)
    expect(events).toEqual([{ name: 'file.created', data: made }])
    expect(made.id).not.toBe(file.id)
    expect((await files.get(`/files/${made.id}/content`)).text).toBe('copy me')
    expect(dataOf(await files.get('/storage'))).toMatchObject({
      used: (before['used'] as number) + 7,
      file_count: (before['file_count'] as number) + 1,
    })
  })

  test('needs no body, takes a name and a place, and null is the root', async () => {
    const { client } = await fresh()
    const [from, to] = [await client.folder('from'), await client.folder('to')]
    const file = await client.file('x', 'x.txt', from.id)
    expect((await client.call('POST', `/files/${file.id}/copy`)).status).toBe(201)
    const named = dataOf(await copy(file.id, { parent_id: to.id, name: 'y.md' }, client))
    expect([named['parent_id'], named['name'], named['extension']]).toEqual([to.id, 'y.md', 'md'])
    expect(dataOf(await copy(file.id, { parent_id: null }, client))['parent_id']).toBeNull()
    expect(await client.names('?q=X.TXT')).toEqual(['x.txt'])
  })

  test('copies a folder with its contents, emits one event, and shares the blobs', async () => {
    const { client, owner } = await fresh()
    const a = await client.folder('a')
    const b = await client.folder('b ü', a.id)
    await client.folder('empty', b.id)
    await client.file('one', '1.txt', a.id)
    await client.file('two', '2.txt', b.id)
    const made = dataOf(await copy(a.id, { name: 'copied' }, client))
    expect([made['type'], made['name'], made['parent_id']]).toEqual(['folder', 'copied', null])
    expect(await treeOf(client, made.id)).toEqual(await treeOf(client, a.id))
    const { database } = app.context
    const events = await database.rows(sql`
      select name, data from platform.event where workspace_id = ${owner.workspaceId} order by id desc limit 1`)
    expect(events).toEqual([{ name: 'folder.created', data: made }])
    const { blobs } = await database.one<{ blobs: number }>(sql`
      select count(*) as blobs from files.blob where workspace_id = ${owner.workspaceId}`)
    expect(blobs).toBe(2)
    expect(dataOf(await client.get('/storage'))).toMatchObject({ used: 12, file_count: 4, folder_count: 6 })
  })

  test('starts private, with everything beneath', async () => {
    const { client } = await fresh()
    const top = await client.folder('shared')
    const file = await client.file('x', 'x.txt', top.id)
    await app.context.database.run(sql`
      update files.file set share_status = 'limited', shared_with = '{a@example.com}',
        share_password_hash = 'hash', share_expires_at = '2099-01-01'
      where id in (${top.id}, ${file.id})`)
    const made = dataOf(await copy(top.id, {}, client))
    const [inner] = (await client.list(`?parent_id=${made.id}`)).data
    for (const item of [made, inner]) {
      expect(item).toMatchObject({
        share_status: 'private',
        share_active: false,
        shared_with: null,
        share_password_protected: false,
        share_expires_at: null,
      })
    }
  })

  test('outlives the original', async () => {
    const { client } = await fresh()
    const file = await client.file('kept', 'x.txt')
    const made = dataOf(await copy(file.id, {}, client))
    await client.del(`/files/${file.id}`)
    expect((await client.get(`/files/${made.id}/content`)).text).toBe('kept')
  })

  test('of a folder of 10,000 items works, of one more is too_many_items', async () => {
    const { client, owner } = await fresh()
    const top = await client.folder('ten thousand')
    const file = await client.file('12345', 'bytes')
    await fill(owner, top.id, 100, 99, file.id)
    const answer = await copy(top.id, {}, client)
    expect(answer.status).toBe(201)
    expect(dataOf(await client.get(`/folders/${dataOf(answer).id}`))).toMatchObject({
      total_size: 49_500,
      item_count: 100,
    })
    await client.folder('one more', top.id)
    expect(refusalOf(await copy(top.id, {}, client))).toEqual([413, 'too_many_items'])
    expect(await findMiscount(app.context.database, owner.workspaceId)).toEqual({
      bytes: 0,
      files: 0,
      folders: 0,
      reserved: 0,
    })
  })
})

describe('copyFile is refused', () => {
  test('as invalid_copy for a folder into itself or beneath itself', async () => {
    const a = await files.folder('a')
    const b = await files.folder('b', a.id)
    for (const parent_id of [a.id, b.id])
      expect(refusalOf(await copy(a.id, { parent_id }))).toEqual([400, 'invalid_copy'])
    expect((await files.list(`?parent_id=${b.id}`)).meta.total).toBe(0)
  })

  test('as invalid_name, file_type_blocked, not_a_folder, folder_not_found and not_found', async () => {
    const { client } = await fresh()
    const file = await client.file('x', 'x.txt')
    const refused = async (body: object, id = file.id) => refusalOf(await copy(id, body, client))
    for (const name of ['a/b', '', 5, null]) expect(await refused({ name })).toEqual([400, 'invalid_name'])
    expect(await refused({ name: 'evil.exe' })).toEqual([400, 'file_type_blocked'])
    expect(await refused({ parent_id: file.id })).toEqual([400, 'not_a_folder'])
    expect(await refused({ parent_id: 'zzzzzzzz' })).toEqual([404, 'folder_not_found'])
    expect(await refused({}, 'zzzzzzzz')).toEqual([404, 'not_found'])
    expect((await client.list()).meta.total).toBe(1)
  })

  test('as quota_exceeded when it does not fit, and leaves nothing', async () => {
    const { client, owner } = await fresh()
    const top = await client.folder('big')
    await client.file(Buffer.alloc(600), 'a', top.id)
    await client.file(Buffer.alloc(0), 'empty', top.id)
    await setQuota(app.context, { workspaceId: owner.workspaceId, limitBytes: 1000 })
    expect(refusalOf(await copy(top.id, {}, client))).toEqual([413, 'quota_exceeded'])
    await setQuota(app.context, { workspaceId: owner.workspaceId, limitBytes: 1200 })
    const answers = await Promise.all([copy(top.id, {}, client), copy(top.id, {}, client)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 413])
    expect(dataOf(await client.get('/storage'))).toMatchObject({ used: 1200, file_count: 4, folder_count: 2 })
  })

  test('as copy_failed when the database refuses, and leaves nothing', async () => {
    const { client, owner } = await fresh()
    const file = await client.file('x', 'x.txt')
    const { database } = app.context
    await database.transaction(async (tx) => {
      await lockUsage(tx, owner.workspaceId)
      const late = copy(file.id, {}, client)
      for (let cancelled = 0; cancelled === 0;) {
        await tx.run(sql`select pg_stat_clear_snapshot()`)
        cancelled = await tx.run(sql`
          select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%files.usage%'`)
      }
      expect(refusalOf(await late)).toEqual([400, 'copy_failed'])
    })
    expect((await client.list()).data).toEqual([file])
  })

  test('for a key of one folder as out_of_scope outside of it', async () => {
    const { client, owner } = await fresh()
    const [scope, outside] = [await client.folder('scope'), await client.folder('outside')]
    const inside = await client.file('x', 'inside.txt', scope.id)
    const scoped = filesClient(app, (await owner.key('files', { folderId: scope.id })).key)
    const refused = async (id: string, body: object) => refusalOf(await copy(id, body, scoped))
    for (const parent_id of [null, outside.id, 'zzzzzzzz'])
      expect(await refused(inside.id, { parent_id })).toEqual([403, 'out_of_scope'])
    expect(await refused(scope.id, {})).toEqual([403, 'out_of_scope'])
    expect(await refused(outside.id, { parent_id: scope.id })).toEqual([404, 'not_found'])
    expect(dataOf(await copy(inside.id, {}, scoped))['parent_id']).toBe(scope.id)
  })

  test('as rate_limited after 30 in ten minutes with a key and 60 of a user', async () => {
    const { client, owner } = await fresh()
    const statuses = async (of: typeof files, count: number) => {
      const answers = []
      for (let n = 0; n < count; n++) answers.push(await copy('zzzzzzzz', {}, of))
      return answers
    }
    expect((await statuses(client, 30)).every(({ status }) => status === 404)).toBe(true)
    const [refused] = await statuses(client, 1)
    expect(refused && refusalOf(refused)).toEqual([429, 'rate_limited'])
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused?.body).toMatchObject({ error: { details: { limit: 'endpoint' } } })
    expect((await statuses(await someClient(owner), 30)).every(({ status }) => status === 404)).toBe(true)
    expect((await statuses(await someClient(owner), 1))[0]?.status).toBe(429)
    app.clock.advance(600_000)
    expect((await statuses(client, 1))[0]?.status).toBe(404)
  })
})
