import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { countKeyRequests, listRequests, type RequestFilter } from './list-store.ts'
import { purgeRequests } from './purge-requests.ts'
import { deleteRequests, insertRequests } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

let workspaces = 1000
const newWorkspace = (): number => ++workspaces

interface Made {
  readonly workspaceId: number
  readonly requestId?: string
  readonly userId?: number
  readonly keyId?: number
  readonly status?: number
  readonly code?: string
}

const add = ({ workspaceId, requestId = 'req_1', userId = 1, keyId, status = 200, code }: Made) =>
  insertRequests(app.context.database, [
    {
      at: app.clock.now(),
      request: {
        requestId,
        requester: { userId, workspaceId, ...(keyId !== undefined && { keyId }) },
        service: 'files',
        endpoint: undefined,
        method: 'GET',
        status,
        code,
        ms: 1,
        address: '192.0.2.1',
      },
    },
  ])

const list = async (filter: RequestFilter, limit = 100) => {
  const { requests, nextBefore } = await listRequests(app.context.database, filter, limit)
  return { ids: requests.map(({ request_id: requestId }) => requestId), nextBefore }
}

describe('the list of requests', () => {
  const workspaceId = newWorkspace()
  beforeAll(async () => {
    await add({ workspaceId, requestId: 'req_a', userId: 1, keyId: 11 })
    await add({ workspaceId, requestId: 'req_b', userId: 1, status: 304 })
    await add({ workspaceId, requestId: 'req_c', userId: 2, keyId: 12, status: 404, code: 'not_found' })
    await add({ workspaceId, requestId: 'req_d', userId: 2, status: 499 })
    await add({ workspaceId, requestId: 'req_e', userId: 2, keyId: 12, status: 500, code: 'internal_error' })
  })

  test.each([
    [{}, 'edcba'],
    [{ userId: 1 }, 'ba'],
    [{ keyId: 12 }, 'ec'],
    [{ keyId: 12, userId: 1 }, ''],
    [{ status: 'ok' }, 'ba'],
    [{ status: '4xx' }, 'dc'],
    [{ status: '5xx' }, 'e'],
    [{ code: 'not_found' }, 'c'],
    [{ keyId: 12, status: '5xx' }, 'e'],
    [{ userId: 2, code: 'not_found' }, 'c'],
    [{ requestId: 'req_b' }, 'b'],
    [{ requestId: 'req_b', userId: 2 }, ''],
    [{ requestId: 'req_b', status: '5xx' }, ''],
    [{ requestId: 'req_z' }, ''],
  ] as const)('has with %j the requests %s, newest first', async (filter, letters) => {
    const { ids, nextBefore } = await list({ workspaceId, ...filter })
    expect([ids, nextBefore]).toEqual([letters.split('').map((letter) => `req_${letter}`), null])
  })

  test('has nothing of another workspace', async () => {
    const other = newWorkspace()
    for (const filter of [
      {},
      { keyId: 11 },
      { userId: 1 },
      { requestId: 'req_a' },
      { status: '4xx' },
    ] as const)
      expect(await list({ workspaceId: other, ...filter })).toEqual({ ids: [], nextBefore: null })
    const since = new Date(0)
    const { database } = app.context
    expect(await countKeyRequests(database, { workspaceId: other, keyIds: [11], since })).toEqual(new Map())
  })

  test('goes on where a page ended', async () => {
    const first = await list({ workspaceId }, 3)
    expect(first.ids).toEqual(['req_e', 'req_d', 'req_c'])
    const second = await list({ workspaceId, before: first.nextBefore ?? 0 }, 3)
    expect(second).toEqual({ ids: ['req_b', 'req_a'], nextBefore: null })
  })

  test('goes on past 5,000 requests that a filter leaves out', async () => {
    const large = newWorkspace()
    await add({ workspaceId: large, requestId: 'req_old', keyId: 5, status: 500 })
    await app.context.database.run(sql`
      insert into identity.request (request_id, at, workspace_id, user_id, key_id, service, method, status, ms, address)
      select 'req_' || g, ${app.clock.now()}::timestamptz, ${large}, 1, 5, 'files', 'GET', 200, 1, '192.0.2.1'
        from generate_series(1, 5500) g`)
    const filter = { workspaceId: large, keyId: 5, status: '5xx' } as const
    const first = await list(filter)
    expect(first).toEqual({ ids: [], nextBefore: expect.any(Number) })
    expect(await list({ ...filter, before: first.nextBefore ?? 0 })).toEqual({
      ids: ['req_old'],
      nextBefore: null,
    })
  })
})

describe('requests of keys', () => {
  test('are counted since a time, up to 10,000 for each', async () => {
    const { clock, context } = app
    const workspaceId = newWorkspace()
    await add({ workspaceId, keyId: 21 })
    clock.advance(1000)
    const since = clock.now()
    await add({ workspaceId, keyId: 21 })
    await add({ workspaceId, keyId: 21, status: 403 })
    await add({ workspaceId, keyId: 22 })
    await add({ workspaceId })
    const keyIds = [21, 22, 23]
    const counts = await countKeyRequests(context.database, { workspaceId, keyIds, since })
    expect(counts).toEqual(
      new Map([
        [21, 2],
        [22, 1],
      ]),
    )
    await context.database.run(sql`
      insert into identity.request (request_id, at, workspace_id, user_id, key_id, service, method, status, ms, address)
      select 'req_' || g, ${since}::timestamptz, ${workspaceId}, 1, 22, 'files', 'GET', 200, 1, '192.0.2.1'
        from generate_series(1, 10500) g`)
    expect((await countKeyRequests(context.database, { workspaceId, keyIds, since })).get(22)).toBe(10_000)
  })
})

describe('the purge of requests', () => {
  test('keeps entries as long as the operator says, to the millisecond', async () => {
    const { clock, context } = app
    const workspaceId = newWorkspace()
    await add({ workspaceId, requestId: 'req_1' })
    clock.advance(1)
    await add({ workspaceId, requestId: 'req_2' })
    clock.advance(context.settings.requestLogDays * 86_400_000 - 1)
    await purgeRequests.run({}, context)
    expect((await list({ workspaceId })).ids).toEqual(['req_2', 'req_1'])
    clock.advance(1)
    await purgeRequests.run({}, context)
    expect((await list({ workspaceId })).ids).toEqual(['req_2'])
  })

  test('deletes every entry when the log is off', async () => {
    const { clock, context } = app
    const workspaceId = newWorkspace()
    await add({ workspaceId })
    clock.advance(1)
    await purgeRequests.run({}, { ...context, settings: { ...context.settings, requestLogDays: 0 } })
    expect((await list({ workspaceId })).ids).toEqual([])
  })
})

describe('each list of 200,000 requests', () => {
  const workspaceId = newWorkspace()
  beforeAll(async () => {
    await app.context.database.run(sql`
      insert into identity.request
        (request_id, at, workspace_id, user_id, key_id, service, operation, method, path, status, code, ms, address)
      select 'req_' || g, ${app.clock.now()}::timestamptz + g * interval '1 ms',
             case g % 2 when 0 then ${workspaceId}::bigint else g % 50 end, g % 20,
             case when g % 3 > 0 then g % 40 end, 'files', 'getFile', 'GET', '/files/{id}',
             case when g % 50 = 0 then 404 else 200 end, case when g % 50 = 0 then 'file_not_found' end, 1, '192.0.2.1'
        from generate_series(1, 200000) g`)
    await app.context.database.run(sql`analyze identity.request`)
  }, 60_000)

  /** How PostgreSQL runs the statement of `work`, whatever its values. */
  const planOf = (
    work: (database: Queryable & Pick<Database, 'transaction'>) => Promise<unknown>,
  ): Promise<string> =>
    app.context.database.transaction(
      async (tx) => {
        const asked: Statement[] = []
        const ask = <Answer>(statement: Statement, answer: Answer) => {
          asked.push(statement)
          return Promise.resolve(answer)
        }
        const asking: Transaction = {
          ...tx,
          rows: <Row>(statement: Statement) => ask<Row[]>(statement, []),
          run: (statement) => ask(statement, 0),
        }
        await work({ ...asking, transaction: (within) => within(asking) })
        const text = `explain (generic_plan) ${asked[0]?.text}`
        const lines = await tx.rows<{ 'QUERY PLAN': string }>({ text, values: [] })
        return lines.map((line) => line['QUERY PLAN']).join('\n')
      },
      { planned: 'once' },
    )

  test.each([
    [{}, 'request_of_workspace'],
    [{ before: 500 }, 'request_of_workspace'],
    [{ userId: 7 }, 'request_of_user'],
    [{ userId: 7, status: '4xx', before: 90_000 }, 'request_of_user'],
    [{ keyId: 7 }, 'request_of_key'],
    [{ keyId: 7, userId: 3, status: '5xx' }, 'request_of_key'],
    [{ status: 'ok' }, 'request_of_workspace'],
    [{ status: '4xx' }, 'request_refused'],
    [{ status: '5xx', before: 90_000 }, 'request_refused'],
    [{ code: 'file_not_found' }, 'request_refused'],
    [{ requestId: 'req_7', userId: 3 }, 'request_by_request_id'],
  ] as const)('with %j is read along an index', async (filter, index) => {
    const plan = await planOf((database) => listRequests(database, { workspaceId, ...filter }, 50))
    expect(plan).toContain(` using ${index} on request`)
  })

  test('is counted along an index', async () => {
    const since = app.clock.now()
    const plan = await planOf((database) =>
      countKeyRequests(database, { workspaceId, keyIds: [1, 2, 3], since }),
    )
    expect(plan).toContain(' using request_of_key on request')
    expect(plan).not.toContain('Sort')
  })

  test('is purged along the times', async () => {
    const plan = await planOf((database) => deleteRequests(database, app.clock.now(), 5000))
    expect(plan).toContain('using request_pkey')
    expect(plan).not.toContain('Seq Scan')
  })
})
