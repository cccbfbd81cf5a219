import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setImmediate as breathe } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClock, testDatabase, type TestDatabase } from '../../../test/database.ts'
import { silentLog } from '../../../test/log.ts'
import { monotonicMs } from '../clock.ts'
import { openDatabase } from './pool.ts'
import { sql } from './sql.ts'

let world: TestDatabase
beforeAll(async () => void (world = await testDatabase({ migrated: false })))
afterAll(() => world.close())

test('a program that is held up itself does not take its database for one that is away', async () => {
  // Long enough that it is asked whether the database answers anybody.
  const slow = world.database
    .one(sql`select 'done' as outcome from pg_sleep(2)`)
    .catch((error: unknown) => error)
  const endMs = monotonicMs() + 2500
  while (monotonicMs() < endMs) {
    for (const freeMs = monotonicMs() + 700; monotonicMs() < freeMs;);
    await breathe()
  }
  expect(await slow).toEqual({ outcome: 'done' })
})

/** PostgreSQL behind a port that at some time takes connections and does nothing with them. */
async function openGateway(connectionString: string) {
  const { host, port, user, database, password } = new pg.Client({ connectionString })
  const state = { silent: false }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (state.silent) return
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    upstream.on('error', () => undefined)
    socket.pipe(upstream).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(`postgresql://127.0.0.1:${(server.address() as AddressInfo).port}/${database}`)
  url.username = user ?? ''
  url.password = password ?? ''
  return { connectionString: url.href, state, close: () => server.close() }
}

test('who waits behind connections that cannot be made is answered within two seconds, while others are busy', async () => {
  const gateway = await openGateway(world.connectionString)
  const database = await openDatabase({
    connectionString: gateway.connectionString,
    clock: testClock(),
    log: silentLog,
    poolMax: 3,
  })
  // Until the connection is made by which it is asked whether the database answers anybody: it goes on to answer.
  await database.run(sql`select from pg_sleep(1.2)`)
  gateway.state.silent = true
  const busy = database.run(sql`select from pg_sleep(5)`)
  const startedMs = monotonicMs()
  const asked = Array.from({ length: 9 }, async () => {
    const outcome = await database.run(sql`select`).catch((error: unknown) => error)
    return [outcome instanceof Error, monotonicMs() - startedMs < 2000]
  })
  expect(await Promise.all(asked)).toEqual(asked.map(() => [true, true]))
  await busy
  await database.close()
  gateway.close()
})
