import type { Client } from 'pg'
import type { ListedObject } from './pool/pool-copy.ts'

/** Objects in the store that live files need. A blob without file is about to be swept, or lost its bytes already. */
const needed = `state = 'live' and bytes is null and pack_key is null and (
  exists (select from files.file where blob_key = blob.key)
  or exists (select from files.thumbnail where thumbnail_key = blob.key)
  or exists (select from files.blob packed where packed.pack_key = blob.key))`

/** An empty list in a temporary table of the session: it outlives the snapshot, and its length costs no memory. */
export async function createBlobList(client: Client): Promise<void> {
  await client.query(`
    create /* backup.createBlobList */ temporary table listed_blob (
      key text collate "C" primary key, size bigint not null, sha256 text not null
    )`)
}

/** Lists the blobs of the snapshot. */
export async function fillBlobList(client: Client): Promise<{ count: number; bytes: number }> {
  await client.query(`
    insert /* backup.fillBlobList */ into listed_blob
    select key, size, coalesce(sha256, '-') from files.blob blob where ${needed}`)
  const { rows } = await client.query<{ count: number; bytes: number }>(`
    select /* backup.fillBlobList.2 */ count(*) as count, coalesce(sum(size), 0)::bigint as bytes from listed_blob`)
  return rows[0] ?? { count: 0, bytes: 0 }
}

/** Lines `key size sha256`, by key. */
export const copyBlobList = `copy /* backup.copyBlobList */ (
  select key, size, sha256 from listed_blob order by key
) to stdout with (delimiter ' ')`

const pageRows = 1000

/** By key. */
export async function* listedBlobs(client: Client): AsyncGenerator<ListedObject> {
  for (let after = ''; ;) {
    const { rows } = await client.query<ListedObject>(
      `select /* backup.listedBlobs */ key, size, sha256 from listed_blob
       where key > $1 order by key limit ${pageRows}`,
      [after],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.key
  }
}
