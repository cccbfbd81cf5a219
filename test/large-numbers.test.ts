import { globSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginKeys } from '../src/backup/pool/pool-store.ts'
import type { Statement } from '../src/platform/database/sql.ts'
import { productionFiles, statementsOf } from './source.ts'
import { testDatabase, type TestDatabase } from './database.ts'

const root = join(import.meta.dirname, '..')

/**
 * Stands for any argument: reading, calling or iterating it returns such a proxy again, and as a number it is 5. So
 * every function of a store can be called for the statements that it makes.
 */
const anything: unknown = new Proxy(() => undefined, {
  get: (_target, name) => {
    if (name === 'then') return undefined
    if (name === Symbol.iterator) return () => [anything].values()
    if (name === Symbol.toPrimitive) return () => 5
    return anything
  },
  apply: () => anything,
})

/** Records the statements that are run on it, and answers anything. */
function recorder(): { readonly database: unknown; readonly statements: Statement[] } {
  const statements: Statement[] = []
  const take = (statement: Statement): Promise<unknown> => {
    statements.push(statement)
    return Promise.resolve(anything)
  }
  const methods = { rows: take, first: take, find: take, one: take, run: take }
  // Stores with a connection of their own.
  const query = (text: string): Promise<unknown> => take({ text, values: [] })
  const ofTransaction = { now: () => new Date(), notify: () => undefined }
  const database = {
    ...methods,
    ...ofTransaction,
    query,
    transaction: (work: (tx: unknown) => unknown) => work(database),
  }
  return { database, statements }
}

interface Recorded {
  /** `src/files/usage/store.ts chargeItems`. */
  readonly from: string
  readonly text: string
}

/** Stores, and what else of the platform writes rows with ids of tenants. */
const stores = globSync(
  ['src/**/{store,*-store}.ts', 'src/platform/jobs/turns.ts', 'src/platform/outbox/emit.ts'],
  {
    cwd: root,
  },
).toSorted()

/** Arguments behind the database for functions that do something else with any, or nothing. */
const particular: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  insertInlineBlobs: [[5, [{ key: 'x', bytes: Buffer.alloc(1), seal: anything }], anything]],
  insertNumber: [[{ carrier: 'simulator' }]],
  selectMessages: [
    [5, { status: 'queued', boundTo: null }, 5],
    [5, { status: 'queued', boundTo: 5 }, 5],
  ],
}

/** Every statement of all store functions. A function that needs a real answer just ends early. */
async function recordAll(): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = []
  for (const path of stores) {
    const exported = (await import(join(root, path))) as Readonly<Record<string, unknown>>
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value !== 'function') continue
      const call = value as (...parameters: readonly unknown[]) => unknown
      const whatever = Array.from({ length: value.length + 3 }, () => anything)
      for (const parameters of [whatever, ...(particular[name] ?? [])]) {
        const { database, statements } = recorder()
        try {
          await call(database, ...parameters)
        } catch {
          // A class, or a function that refuses its arguments.
        }
        recorded.push(...statements.map(({ text }) => ({ from: `${path} ${name}`, text })))
      }
    }
  }
  return recorded
}

/** Statements that only follow certain answers of the database. Looked at by eye: only tries, one by one, have 32 bits. */
const unreached = new Set(['sms.account.lockAccount.2', 'platform.throttle.takeAttempt'])

/**
 * How many parameters are 32 bits wide on purpose: the column is, and the values are kept small by the range of an
 * option, by the parser of a path, or because they count what one request can hold.
 */
const narrow: Readonly<Record<string, number>> = {
  'src/backup/store.ts lockBackups': 2,
  'src/identity/approval/store.ts writeRequest': 1,
  'src/identity/audit/store.ts insertEntry': 1,
  'src/identity/key/store.ts insertKey': 2,
  'src/identity/key/store.ts writeTerms': 2,
  'src/identity/plan/plan-store.ts insertPlan': 1,
  'src/identity/plan/plan-store.ts patchPlan': 1,
  'src/identity/plan/store.ts patchSubscription': 1,
  'src/files/item/depth-store.ts depthOf': 1,
  'src/files/item/depth-store.ts isDeeperThan': 2,
  'src/files/link/store.ts replaceCode': 1,
  'src/files/upload/chunk-store.ts acceptChunk': 1,
  'src/files/upload/chunk-store.ts beatChunk': 1,
  'src/files/upload/chunk-store.ts claimChunk': 2,
  'src/files/upload/chunk-store.ts findChunk': 1,
  'src/files/upload/chunk-store.ts releaseChunk': 1,
  'src/files/upload/chunk-store.ts takeOverChunk': 2,
  'src/files/upload/store.ts insertUpload': 2,
  'src/platform/jobs/turns.ts endTurn': 3,
  'src/platform/jobs/turns.ts giveTurns': 3,
  'src/platform/jobs/turns.ts waitForTurns': 3,
  'src/platform/limits/store.ts sweepCounters': 1,
  'src/sms/account/store.ts addUsage': 4,
  'src/sms/carrier/android/item/parts-store.ts noteParts': 2,
  'src/sms/carrier/android/phone/store.ts noteFacts': 2,
  'src/sms/carrier/android/phone/store.ts setSim': 1,
  'src/sms/message/store.ts insertIncoming': 1,
  'src/sms/number/send-rate-store.ts writeFailures': 1,
  'src/sms/number/store.ts insertNumber': 5,
  'src/sms/number/store.ts writeSendRate': 5,
  'src/sms/queue/claim-store.ts accountQueuesAfter': 1,
  'src/sms/carrier/simulator/store.ts insertSimulator': 1,
  'src/sms/carrier/simulator/store.ts patchSimulator': 1,
  'src/webhooks/delivery/find-store.ts findDelivery': 1,
  'src/webhooks/delivery/list-store.ts listDeliveries': 1,
  'src/webhooks/delivery/operator-store.ts listAnyDeliveries': 1,
  'src/webhooks/delivery/purge-store.ts deleteEnded': 1,
  'src/webhooks/delivery/resend-store.ts queueAgain': 2,
  'src/webhooks/delivery/resend-store.ts queueFailed': 1,
  'src/webhooks/delivery/resend-store.ts queueSample': 1,
  'src/webhooks/delivery/store.ts endDeliveries': 2,
  'src/webhooks/delivery/store.ts hasWork': 2,
  'src/webhooks/delivery/store.ts releaseDue': 2,
  'src/webhooks/delivery/store.ts takeDeliveries': 1,
  'src/webhooks/delivery/store.ts listWaitingWebhooks': 2,
  'src/webhooks/delivery/store.ts pauseDeliveries': 4,
  'src/webhooks/delivery/collector-store.ts countWaiting': 3,
}

/** The value of each type of parameter when a statement runs with a large number in all places that take one. */
const valueOf = (type: string, large: number): unknown =>
  ({ bigint: large, 'bigint[]': [large], integer: 1, numeric: large, boolean: true, text: 'x' })[type] ?? null

const outOfRange = '22003'

let world: TestDatabase
let client: pg.Client
let recorded: readonly Recorded[]
beforeAll(async () => {
  world = await testDatabase()
  client = new pg.Client({ connectionString: world.connectionString })
  await client.connect()
  await beginKeys(client)
  recorded = await recordAll()
})
afterAll(async () => {
  await client.end()
  await world.close()
})

/** Only these statements can be prepared and have parameters. */
const preparable = /^\s*(\/\*.*?\*\/\s*)?(select|insert|update|delete|with|merge)\b/i

/** The name of the table is an argument, and nothing else. */
const ofAnyTable = /\/\* backup\.restore\.(countRows|isInUse\.2) \*\//

/** The types that PostgreSQL infers for the parameters of a statement. */
async function parameterTypes(text: string): Promise<readonly string[]> {
  if (!preparable.test(text) || ofAnyTable.test(text)) return []
  await client.query(`prepare probed as ${text}`)
  const { rows } = await client.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'probed'`,
  )
  await client.query('deallocate probed')
  return rows[0]?.types ?? []
}

describe('the statements of all stores', () => {
  test('are found by this test', () => {
    expect(recorded.length).toBeGreaterThan(150)
    expect(recorded.map(({ from }) => from)).toContain('src/files/usage/store.ts chargeItems')
    const seen = recorded.map(({ text }) => text).join('\n')
    const missed = productionFiles
      .filter(({ path }) => stores.includes(path))
      .flatMap(statementsOf)
      .filter(({ name = '' }) => !seen.includes(`/* ${name} */`) && !unreached.has(name))
    expect(missed.map(({ name }) => name)).toEqual([])
  })

  test('take bytes, counts and ids of 64 bits, but for those that are listed', async () => {
    const found: Record<string, number> = {}
    for (const { from, text } of recorded) {
      const types = await parameterTypes(text)
      const count = types.filter((type) => type === 'integer' || type === 'smallint').length
      if (count > 0) found[from] = Math.max(found[from] ?? 0, count)
    }
    expect(found).toEqual(narrow)
  })

  test.each([2 ** 31 - 1, 2 ** 31, 2 ** 40])(
    'run with %i in every place for a number of 64 bits',
    async (large) => {
      const broken: string[] = []
      let run = 0
      await client.query(`set statement_timeout = '5s'`)
      for (const { from, text } of recorded) {
        const types = await parameterTypes(text)
        if (!types.some((type) => type.startsWith('bigint'))) continue
        run++
        await client.query('begin')
        // A constraint may refuse such a row, which is as good as accepting it.
        const code = await client
          .query(
            text,
            types.map((type) => valueOf(type, large)),
          )
          .then(
            () => undefined,
            (error: unknown) => (error as { code?: string }).code,
          )
        await client.query('rollback')
        if (code === outOfRange) broken.push(from)
      }
      expect(run).toBeGreaterThan(100)
      expect(broken).toEqual([])
    },
  )
})
