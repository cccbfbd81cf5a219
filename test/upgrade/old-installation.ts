import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate } from '../../src/platform/database/migrate.ts'
import { readMigrationFiles } from '../../src/platform/database/migration-files.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { placeInstallation } from '../installation.ts'
import { silentLog } from '../log.ts'

interface Fixture {
  readonly made: {
    readonly people: readonly number[]
    readonly organization: number
    readonly filesKey: string
    readonly smsKey: string
    readonly files: readonly { readonly id: string; readonly name: string; readonly sha256: string }[]
    readonly messages: readonly number[]
  }
  readonly tables: readonly { readonly name: string; readonly columns: string; readonly rows: string }[]
  readonly sequences: readonly { readonly name: string; readonly value: string }[]
  /** Base64 by path in the data directory. */
  readonly files: Readonly<Record<string, string>>
}

/** An installation as Bureau 0.1 made it when 0016 was its last migration: `make-fixture.ts`. */
export async function readFixture(): Promise<Fixture> {
  const file = join(import.meta.dirname, 'installation-0016.json.gz')
  return JSON.parse((await promisify(gunzip)(await readFile(file))).toString()) as Fixture
}

const newest = '0016-demo.sql'

/** Replaces what is in the database. */
export async function loadDatabase(connectionString: string, { tables, sequences }: Fixture): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(
      'drop schema if exists platform, identity, files, sms, webhooks, graphile_worker cascade',
    )
    const files = await readMigrationFiles()
    const only = new Set(files.map(({ name }) => name).filter((name) => name <= newest))
    await migrate({ connectionString, clock: systemClock, log: silentLog, only })
    await client.query('set session_replication_role = replica')
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`)
    for (const { name, columns, rows } of tables)
      await pipeline(Readable.from([rows]), client.query(copyFrom(`copy ${name} (${columns}) from stdin`)))
    for (const { name, value } of sequences) await client.query('select setval($1, $2)', [name, value])
  } finally {
    await client.end()
  }
}

/** The key, the blobs, and the version; without the embedded database. */
export async function placeFiles(dataDir: string, { files }: Fixture): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 })
    await writeFile(join(dataDir, path), Buffer.from(content, 'base64'), { mode: 0o600 })
  }
}

export async function placeOldInstallation(dataDir: string, fixture: Fixture): Promise<void> {
  await mkdir(dataDir, { mode: 0o700 })
  await placeInstallation(dataDir)
  await placeFiles(dataDir, fixture)
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog })
  try {
    await loadDatabase(postgres.connectionString, fixture)
  } finally {
    await postgres.stop()
  }
}
