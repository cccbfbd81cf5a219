import { dataOf, filesClient, type Shown } from '../../../test/files-client.ts'
import type { Answer, TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { sampleZip, type SampleEntry, type SampleOptions } from '../../platform/zip/read/samples.testing.ts'
import { setQuota } from '../public.ts'

type Client = ReturnType<typeof filesClient>

export const unzip = (client: Client, id: string): Promise<Answer> =>
  client.call('POST', `/files/${id}/unzip`)

/** Uploads an archive of these entries and extracts it. */
export async function unzipped(
  client: Client,
  entries: readonly SampleEntry[],
  options: SampleOptions = {},
): Promise<Answer> {
  return unzip(client, (await client.file(sampleZip(entries, options), 'sample.zip')).id)
}

export const messageOf = (answer: Answer): string =>
  (answer.body as { meta: { message: string } }).meta.message

/** Everything below a folder: path → text of a file, null for a folder. Equal names are all listed. */
export async function treeOf(client: Client, folderId: string): Promise<[string, string | null][]> {
  const { data } = await client.list(`?parent_id=${folderId}&limit=100`)
  const below = data.map(async (item: Shown): Promise<[string, string | null][]> => {
    const name = String(item['name'])
    if (item['type'] === 'file') return [[name, (await client.get(`/files/${item.id}/content`)).text]]
    const inner = await treeOf(client, item.id)
    return [
      [`${name}/`, null],
      ...inner.map(([path, text]): [string, string | null] => [`${name}/${path}`, text]),
    ]
  })
  return (await Promise.all(below)).flat()
}

/** A workspace of its own, with what it holds in rows and in the store. */
export async function workspaceOf(app: TestApp, limitBytes: number | null = null) {
  const { key, workspaceId } = await app.tenant()
  await setQuota(app.context, { workspaceId, limitBytes })
  const client = filesClient(app, (await key('files')).key)
  const { database } = app.context
  return {
    key,
    workspaceId,
    client,
    /** What must be the same before and after a refusal. */
    holdings: async () => ({
      items: await database.rows(sql`
        select id, name, parent_id from files.file where workspace_id = ${workspaceId} order by id`),
      blobs: await database.rows(sql`
        select key, state from files.blob where workspace_id = ${workspaceId} order by key`),
      events: await database.rows(sql`
        select id from platform.event where workspace_id = ${workspaceId} order by id`),
      usage: dataOf(await client.get('/storage')),
    }),
  }
}

/** Whether a statement on the table is waiting for a lock. */
export async function isWaiting(app: TestApp, table: string): Promise<boolean> {
  const { count } = await app.context.database.one<{ count: number }>(sql`
    select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${table}%`}`)
  return count > 0
}

/** Whether a statement with these words is active or waiting. */
export async function isRunning(app: TestApp, words: string): Promise<boolean> {
  const { count } = await app.context.database.one<{ count: number }>(sql`
    select count(*) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
      and query like ${`%${words}%`}`)
  return count > 0
}
