import type { Client } from 'pg'
import type { Context } from '../api/context.ts'
import { queryable } from '../platform/database/queryable.ts'
import type { ReportProgress } from '../platform/progress.ts'
import { secretKeyId } from '../platform/secrets/vault.ts'
import { version } from '../platform/version.ts'
import { inOrder } from '../platform/zip/in-order.ts'
import { archiveFormat, blobsSection, type ArchiveHead, type Section } from './archive/format.ts'
import { sealKeys } from './archive/keys.ts'
import type { ArchiveContents } from './archive/write.ts'
import { copyOut, countRows, linesOf } from './copy-out.ts'
import type { PoolCopy } from './pool/pool-copy.ts'
import {
  copyBlobList,
  copyTable,
  countBlobs,
  findMigrations,
  findSequences,
  findTables,
  inLoadOrder,
} from './snapshot-store.ts'

const copiesAtOnce = 8

export interface ContentsOptions {
  readonly createdAt: Date
  /** Undefined: the blobs stay where they are. */
  readonly pool: PoolCopy | undefined
  readonly passphrase: string | undefined
  readonly progress: ReportProgress
}

export interface Counted {
  readonly rows: Record<string, number>
  readonly blobs: { count: number; bytes: number }
  /** Blobs whose bytes the store has lost. The archive does not list them. */
  damaged: number
}

/** What an archive of the snapshot of `client` contains. Its sections are read once; then `counted` is complete. */
export async function archiveContents(
  { keyring, random }: Pick<Context, 'keyring' | 'random'>,
  client: Client,
  { createdAt, pool, passphrase, progress }: ContentsOptions,
): Promise<ArchiveContents & { readonly counted: Counted }> {
  const snapshot = queryable(client)
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
  const total = await countBlobs(client)
  const totalRows = tables.reduce((sum, { estimate }) => sum + estimate, 0)
  const counted: Counted = { rows: {}, blobs: { count: 0, bytes: 0 }, damaged: 0 }

  async function* blobLines(): AsyncGenerator<Buffer> {
    for await (const { line, size, damaged } of inOrder(keepTasks(), copiesAtOnce)) {
      if (damaged) counted.damaged += 1
      else {
        counted.blobs.count += 1
        counted.blobs.bytes += size
        yield Buffer.from(`${line}\n`)
      }
      if (pool)
        progress({ step: 'Copying files', done: counted.blobs.bytes, total: total.bytes, unit: 'bytes' })
    }
    await pool?.settle()
  }

  async function* keepTasks() {
    for await (const line of linesOf(copyOut(client, copyBlobList))) {
      const [blobKey = '', size, sha256 = '-'] = line.split(' ')
      const blob = { key: blobKey, size: Number(size), sha256 }
      yield async () => ({
        line,
        size: blob.size,
        damaged: pool !== undefined && (await pool.keep(blob)) === 'damaged',
      })
    }
  }

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
    yield { name: blobsSection, bytes: blobLines() }
    for (const table of head.tables) yield { name: table.name, bytes: rowsOf(table) }
  }

  return {
    head,
    sections: sections(),
    counts: () => ({ rows: counted.rows, blobs: counted.blobs }),
    key,
    counted,
  }
}
