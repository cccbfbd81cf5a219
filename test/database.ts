import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Clock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/database/pool.ts'
import type { Database } from '../src/platform/database/database.ts'
import type { Notifications } from '../src/platform/notifications.ts'
import { silentLog } from './log.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  readonly set: (time: Date | string) => void
  readonly advance: (ms: number) => void
}

/** A separate database for a test file. */
export interface TestDatabase extends AsyncDisposable {
  readonly database: Database
  readonly connectionString: string
  readonly clock: TestClock
  readonly close: () => Promise<void>
}

export interface TestDatabaseOptions {
  /** False creates a database without tables. */
  readonly migrated?: boolean
  readonly poolMax?: number
  /** What transactions notify with. */
  readonly notify?: (channel: string) => void
  readonly tell?: Notifications['tell']
}

/** In the past, so that jobs that are due for the clock are due for PostgreSQL as well. */
const startOfTests = '2026-03-04T05:06:07.000Z'

export function testClock(start: Date | string = startOfTests): TestClock {
  let nowMs = new Date(start).getTime()
  return {
    now: () => new Date(nowMs),
    set: (time) => (nowMs = new Date(time).getTime()),
    advance: (ms) => (nowMs += ms),
  }
}

/** Others work the database server and the machine: it is never away. */
export const probeMsMax = 30_000

/** Clones the migrated template in some 20 ms. Close it in `afterAll`, or declare it with `await using`. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { migrated = true, ...poolOptions } = options
  const name = `bureau_test_${randomBytes(8).toString('hex')}`
  const template = migrated ? inject('templateDatabase') : 'template1'
  await onServer(`create database ${name} template ${template}`)
  const url = new URL(inject('databaseServer'))
  url.pathname = `/${name}`
  const connectionString = url.href
  const clock = testClock()
  const opened = { connectionString, clock, log: silentLog, poolMax: 5, probeMsMax }
  const database = await openDatabase({ ...opened, ...poolOptions })
  const close = async () => {
    await database.close()
    await onServer(`drop database ${name} with (force)`)
  }
  return { database, connectionString, clock, close, [Symbol.asyncDispose]: close }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServer') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
