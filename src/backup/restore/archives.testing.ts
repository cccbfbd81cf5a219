import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { BlobStore } from '../../platform/blobs/store.ts'
import { openLocalBlobs } from '../../platform/blobs/local/store.ts'
import { systemClock } from '../../platform/clock.ts'
import { systemRandom } from '../../platform/random.ts'
import { secretKeyId } from '../../platform/secrets/vault.ts'
import { silentLog } from '../../../test/log.ts'
import { archiveFormat, blobsSection, type ArchiveHead } from '../archive/format.ts'
import { openArchive } from '../archive/read.ts'
import { writeArchive } from '../archive/write.ts'
import type { ArchiveFile } from './archive-file.ts'
import { copyStatement, quotedName } from './tables-store.ts'

interface Source {
  readonly connectionString: string
  readonly blobs: BlobStore
  /** The active key first. */
  readonly keys: readonly Buffer[]
}

/** The directory of backups as a target, without the rest of it. */
export function archiveFile(directory: string, name: string): ArchiveFile & { readonly path: string } {
  const blobs = openLocalBlobs({
    directory: join(directory, 'blobs'),
    clock: systemClock,
    log: silentLog,
    random: systemRandom,
  })
  const target = {
    name: directory,
    read: async (wanted: string) => createReadStream(join(directory, wanted)),
    blobs: { ...blobs, close: () => undefined },
  }
  return { target, name, path: join(directory, name) }
}

/** A backup of a database that nobody uses, with its blobs beside it, but for the first few if they are `lost`. */
export async function writeBackup(
  directory: string,
  { connectionString, blobs: store, keys }: Source,
  changed: Partial<ArchiveHead> = {},
  lost = 0,
): Promise<ReturnType<typeof archiveFile>> {
  await mkdir(directory, { recursive: true })
  const file = archiveFile(directory, 'bureau-20261126T030000Z.backup')
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const head = { ...(await headOf(client, keys)), ...changed }
    const blobs = await storedBlobs(client)
    if (head.blobs === 'beside')
      for (const { key, size } of blobs.slice(lost)) {
        if ((await file.target.blobs.sizeOf(key)) !== undefined) continue
        const bytes = await store.read(key, { start: 0, end: size - 1 })
        await file.target.blobs.write(key, bytes, { bytesMax: size })
      }
    const rows: Record<string, number> = {}
    const sections = async function* () {
      const list = blobs.map(({ key, size, sha256 }) => `${key} ${size} ${sha256 ?? '-'}\n`).join('')
      yield { name: blobsSection, bytes: Readable.from(list === '' ? [] : [Buffer.from(list)]) }
      for (const { name, columns } of head.tables) {
        const text = copyStatement(quotedName(name), columns).replace('from stdin', 'to stdout')
        const stream = client.query(copyTo(text))
        yield { name, bytes: stream }
        rows[name] = stream.rowCount
      }
    }
    const kept = blobs.slice(lost)
    const counts = () => ({
      rows,
      blobs: { count: kept.length, bytes: kept.reduce((sum, { size }) => sum + size, 0) },
      lost_blobs: blobs.slice(0, lost).map(({ key }) => key),
    })
    const [key] = keys
    if (!key) throw new Error('A backup needs a key.')
    await pipeline(writeArchive({ head, sections: sections(), counts, key }), createWriteStream(file.path))
    return file
  } finally {
    await client.end()
  }
}

async function headOf(client: pg.Client, keys: readonly Buffer[]): Promise<ArchiveHead> {
  const tables = await client.query<ArchiveHead['tables'][number]>(`
    select nspname || '.' || relname as name, (
      select array_agg(attname::text order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and nspname !~ '^pg_' and nspname not in ('information_schema')
    order by 1`)
  const sequences = await client.query<{ name: string; value: string; drawn: boolean }>(`
    select schemaname || '.' || sequencename as name, coalesce(last_value, start_value) as value,
      last_value is not null as drawn
    from pg_sequences`)
  const migrations = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from platform.migration order by name',
  )
  return {
    format: archiveFormat,
    version: '0.1.0',
    created_at: '2026-11-26T03:00:00.000Z',
    migrations: migrations.rows,
    tables: tables.rows,
    sequences: Object.fromEntries(
      sequences.rows.map(({ name, value, drawn }) => [name, { value: Number(value), drawn }]),
    ),
    blobs: 'beside',
    key_ids: keys.map(secretKeyId),
    sealed_keys: null,
  }
}

async function storedBlobs(client: pg.Client) {
  const { rows } = await client.query<{ key: string; size: string; sha256: string | null }>(`
    select distinct on (key) key, size, sha256 from files.blob
    where state = 'live' and bytes is null and pack_key is null order by key`)
  return rows.map(({ size, ...row }) => ({ ...row, size: Number(size) }))
}

export async function archivedKeys({ target, name }: ArchiveFile): Promise<string[]> {
  const archive = await openArchive(await target.read(name))
  try {
    for await (const section of archive.sections) {
      const list = await text(Readable.from(section.bytes))
      return list.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(0, line.indexOf(' '))]))
    }
    return []
  } finally {
    await archive.close()
  }
}
