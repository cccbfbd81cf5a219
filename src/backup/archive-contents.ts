import type { Client } from 'pg'
import type { Context } from '../api/context.ts'
import { queryable } from '../platform/database/queryable.ts'
import type { ReportProgress } from '../platform/progress.ts'
import { secretKeyId } from '../platform/secrets/vault.ts'
import { version } from '../platform/version.ts'
import { archiveFormat, blobsSection, type ArchiveHead, type Section } from './archive/format.ts'
import { sealKeys } from './archive/keys.ts'
import type { ArchiveContents } from './archive/write.ts'
import { copyBlobList, createBlobList, fillBlobList } from './blob-list.ts'
import { type CopiedBlobs, copyListedBlobs } from './copy-listed-blobs.ts'
import { copyOut, countRows } from './copy-out.ts'
import type { PoolCopy } from './pool/pool-copy.ts'
import {
  closeSnapshot,
  copyTable,
  findMigrations,
  findSequences,
  findTables,
  inLoadOrder,
  openSnapshot,
} from './snapshot-store.ts'

export interface ContentsOptions {
  readonly createdAt: Date
  /** Undefined: the blobs stay where they are. */
  readonly pool: PoolCopy | undefined
  readonly passphrase: string | undefined
  readonly progress: ReportProgress
}

export interface Counted {
  readonly rows: Record<string, number>
  blobs: CopiedBlobs
}

/**
 * What an archive contains. Its sections are of one snapshot and are read once. After the last one, the snapshot is closed and
 * the blobs are copied, which may take hours; then `counted` is complete. Throws what `copyListedBlobs` throws.
 */
export async function archiveContents(
  { keyring, random }: Pick<Context, 'keyring' | 'random'>,
  client: Client,
  { createdAt, pool, passphrase, progress }: ContentsOptions,
): Promise<ArchiveContents & { readonly counted: Counted }> {
  const snapshot = queryable(client)
  await createBlobList(client)
  await openSnapshot(client)
  // The first statement takes the snapshot. Sequences are read later, so that they are never behind it.
  const tables = inLoadOrder(await findTables(snapshot))
  // This process may have missed a rotation whose secrets are in the snapshot.
  keyring.reload()
  const keys = keyring.keys()
  const [key] = keys
  if (!key) throw new Error('A backup needs a secret key.')
  const head: ArchiveHead = {
    format: archiveFormat,
    version,
    created_at: createdAt.toISOString(),
    migrations: await findMigrations(snapshot),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences: await findSequences(snapshot),
    blobs: pool ? 'beside' : 'none',
    key_ids: keys.map(secretKeyId),
    sealed_keys: passphrase === undefined ? null : await sealKeys(keys, passphrase, random),
  }
  const listed = await fillBlobList(client)
  const totalRows = tables.reduce((sum, { estimate }) => sum + estimate, 0)
  const counted: Counted = { rows: {}, blobs: { ...listed, lost: [] } }

  async function* rowsOf(table: ArchiveHead['tables'][number]): AsyncGenerator<Buffer> {
    counted.rows[table.name] = 0
    for await (const piece of copyOut(client, copyTable(table))) {
      counted.rows[table.name] = (counted.rows[table.name] ?? 0) + countRows(piece)
      const done = Object.values(counted.rows).reduce((sum, rows) => sum + rows, 0)
      progress({ step: 'Copying the database', done, total: Math.max(done, totalRows), unit: 'items' })
      yield piece
    }
  }

  async function* sections(): AsyncGenerator<Section> {
    yield { name: blobsSection, bytes: copyOut(client, copyBlobList) }
    for (const table of head.tables) yield { name: table.name, bytes: rowsOf(table) }
    await closeSnapshot(client)
    if (!pool) return
    counted.blobs = await copyListedBlobs(client, pool, (done) =>
      progress({ step: 'Copying files', done, total: listed.bytes, unit: 'bytes' }),
    )
  }

  return {
    head,
    sections: sections(),
    counts: () => {
      const { lost, ...blobs } = counted.blobs
      return { rows: counted.rows, blobs, lost_blobs: [...lost] }
    },
    key,
    counted,
  }
}
