import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { systemClock } from '../src/platform/clock.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { keepInstallation } from './installation.ts'
import { silentLog } from './log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a database of the test server, whose name is to be replaced. */
    readonly databaseServer: string
    /** A database with all migrations, that test files clone. It accepts no connections. */
    readonly templateDatabase: string
  }
}

/** One server and one migrated template for the whole run. BUREAU_TEST_DATABASE_URL names a running server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['BUREAU_TEST_DATABASE_URL']
  const { address, stop } = given ? { address: given, stop: async () => {} } : await startTemporary()
  const template = `bureau_template_${randomBytes(6).toString('hex')}`
  try {
    await onServer(address, `create database ${template}`)
    await migrate({ connectionString: addressOf(address, template), clock: systemClock, log: silentLog })
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('databaseServer', address)
  project.provide('templateDatabase', template)
  return async () => {
    await onServer(address, `drop database ${template} with (force)`)
    await stop()
  }
}

async function startTemporary() {
  const dataDir = await mkdtemp(join(tmpdir(), 'bureau-test-'))
  const remove = () => rm(dataDir, { recursive: true, force: true })
  const start = () => startEmbeddedPostgres({ dataDir, log: silentLog, durable: false })
  try {
    const first = await start()
    await migrate({ connectionString: first.connectionString, clock: systemClock, log: silentLog })
    await first.stop()
    await keepInstallation(join(dataDir, 'postgres'), join(dataDir, 'installation'))
    const server = await start()
    const stop = async () => {
      await server.stop()
      await remove()
    }
    return { address: server.connectionString, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

async function onServer(address: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function addressOf(address: string, database: string): string {
  const url = new URL(address)
  url.pathname = `/${database}`
  return url.href
}
