import type { Client } from 'pg'

/** The keys that archives name, in a temporary table of the session, so that their number costs no memory. */
export async function beginKeys(client: Client): Promise<void> {
  await client.query(
    'create /* backup.pool.beginKeys */ temporary table if not exists kept_blob (key text collate "C" primary key)',
  )
  await client.query('truncate /* backup.pool.beginKeys.2 */ kept_blob')
}

export async function addKeys(client: Client, keys: readonly string[]): Promise<void> {
  await client.query(
    'insert /* backup.pool.addKeys */ into kept_blob select unnest($1::text[]) on conflict do nothing',
    [keys],
  )
}

export async function knownKeys(client: Client, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ key: string }>(
    'select /* backup.pool.knownKeys */ key from kept_blob where key = any($1::text[])',
    [keys],
  )
  return new Set(rows.map(({ key }) => key))
}

export async function endKeys(client: Client): Promise<void> {
  await client.query('drop /* backup.pool.endKeys */ table kept_blob')
}
