import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { simulateInbound } from '../carrier/simulator/operate-simulator.ts'
import {
  newPhone,
  simulatorNumber,
  smsAccount,
  smsCaller,
  type TestNumber,
} from '../../../test/sms-account.ts'
import type { Message } from './model.ts'
import { routeText } from '../inbound/route-text.ts'
import { insertInbound } from '../inbound/store.ts'
import { type MessageFilter, selectMessages } from './store.ts'

let app: TestApp
let account: Awaited<ReturnType<typeof smsAccount>>
let all: number[]
beforeAll(async () => {
  app = await testApp()
  await simulatorNumber(app, { online: false })
  account = await smsAccount(app, { plan: { smsDaily: 10_000 } })
  const to = Array.from({ length: 70 }, newPhone)
  all = ids((await account.send({ to, body: 'bulk' })).body.messages)
})
afterAll(() => app.close())

const ids = (messages: readonly Message[]): number[] => messages.map(({ id }) => id)

describe('listMessages', () => {
  test('is newest first, fifty by default, and pages back through everything once', async () => {
    const first = (await account.list()).body
    expect(ids(first.messages)).toEqual(all.slice(-50).reverse())
    const second = (await account.list(`before_id=${first.next_before_id}`)).body
    expect([ids(second.messages), second.next_before_id]).toEqual([all.slice(0, 20).reverse(), null])
  })

  test('marks the last page, even when it is full', async () => {
    const { messages, next_before_id: next } = (await account.list(`limit=70`)).body
    expect([messages.length, next]).toEqual([70, null])
  })

  test('with since_id is oldest first, for a poller', async () => {
    const { messages, next_before_id: next } = (await account.list(`since_id=${all[9]}&limit=30`)).body
    expect([ids(messages), next]).toEqual([all.slice(10, 40), null])
    expect(ids((await account.list('since_id=0&limit=2')).body.messages)).toEqual(all.slice(0, 2))
    const between = await account.list(`since_id=${all[3]}&before_id=${all[6]}`)
    expect(ids(between.body.messages)).toEqual([all[4], all[5]])
  })

  test.each([
    'limit=0',
    'limit=201',
    'limit=abc',
    'limit=',
    'before_id=-5',
    'since_id=1.5',
    'number_id=abc',
    'group_id=x',
    'status=QUEUED',
    'direction=sideways',
    'phone=123',
    'phone=%00',
    'limit=5&limit=6',
    'before_id=99999999999999999999',
  ])('refuses %s as bad_request', async (query) => {
    const { status, body } = await account.list(query)
    expect([status, body.error?.code]).toEqual([400, 'bad_request'])
  })

  test('ignores unknown parameters', async () => {
    expect((await account.list('limit=1&colour=red')).status).toBe(200)
  })

  test('filters by each field and by all together', async () => {
    const { send, list, tenant } = await smsAccount(app)
    const one = await simulatorNumber(app, { tenant, online: false })
    const two = await simulatorNumber(app, { tenant, online: false })
    const [p, q] = [newPhone(), newPhone()]
    const { id: heard } = await simulateInbound(app.context, { numberId: two.id, from: p, body: 'hi' })
    const a = ids((await send({ to: p, body: 'x', from: one.id })).body.messages)[0]
    const b = ids((await send({ to: q, body: 'x', from: one.id })).body.messages)[0]
    const c = ids((await send({ to: p, body: 'x', from: two.id })).body.messages)[0]
    const plus = encodeURIComponent('+')
    const cases: [string, unknown[]][] = [
      ['direction=in', [heard]],
      ['direction=out', [c, b, a]],
      ['status=received', [heard]],
      ['status=queued', [c, b, a]],
      ['status=cancelled', []],
      ['direction=in&status=queued', []],
      ['direction=in&status=received', [heard]],
      ['direction=out&status=received', []],
      ['direction=out&status=queued', [c, b, a]],
      [`phone=${plus}${p.slice(1)}`, [c, a, heard]],
      [`phone=${p}`, [c, a, heard]],
      [`phone=${p.slice(2)}`, [c, a, heard]],
      [`number_id=${one.id}`, [b, a]],
      [`number_id=${two.id}`, [c, heard]],
      ['group_id=1', []],
      [`phone=${p}&direction=out&number_id=${two.id}&status=queued`, [c]],
      [`since_id=${a}&direction=out`, [b, c]],
    ]
    for (const [query, expected] of cases) {
      const { body } = await list(query)
      expect([query, ids(body.messages)]).toEqual([query, expected])
    }
  })
})

describe('one message', () => {
  test('is the record of the list', async () => {
    const [listed] = (await account.list('limit=1')).body.messages
    expect((await account.message(all.at(-1) ?? 0)).body.message).toEqual(listed)
  })

  test('of an unknown id or another account is not found, of a bad id a bad request', async () => {
    const other = await smsAccount(app)
    for (const [caller, id, status] of [
      [account, 987_654_321, 404],
      [other, all[0] ?? 0, 404],
      [account, 'abc', 400],
      [account, '1.5', 400],
      [account, '0', 400],
    ] as const) {
      expect([id, (await caller.message(id)).status]).toEqual([id, status])
    }
    expect((await other.list()).body.messages).toEqual([])
  })
})

describe('a key bound to a number', () => {
  let own: TestNumber
  let bound: ReturnType<typeof smsCaller>
  let mine: number[]
  beforeAll(async () => {
    const { tenant, send } = await smsAccount(app)
    own = await simulatorNumber(app, { tenant, online: false })
    const second = await simulatorNumber(app, { tenant, online: false })
    bound = smsCaller(app, (await tenant.key('sms', { numberId: own.id })).key)
    const sends = [{ from: own.id }, { from: second.id }, {}]
    mine = []
    for (const more of sends)
      mine.push(...ids((await send({ to: newPhone(), body: 'x', ...more })).body.messages))
  })

  test('sees only messages on its number', async () => {
    expect(ids((await bound.list()).body.messages)).toEqual(mine.slice(0, 1))
    expect(ids((await bound.list(`number_id=${own.id}`)).body.messages)).toEqual(mine.slice(0, 1))
    expect((await bound.list(`number_id=${own.id + 1}`)).body.messages).toEqual([])
    const found = await Promise.all(mine.map((id) => bound.message(id)))
    expect(found.map(({ status }) => status)).toEqual([200, 404, 404])
  })

  test('sees only its number', async () => {
    const { body } = await bound.get<{ numbers: { id: number }[] }>('/numbers')
    expect(body.numbers.map(({ id }) => id)).toEqual([own.id])
  })
})

describe('polling', () => {
  test('an id becomes visible only when every smaller id of the account is committed or rolled back', async () => {
    const { send, list, tenant } = await smsAccount(app)
    const { database, clock } = app.context
    const number = await simulatorNumber(app, { tenant, online: false })
    await send({ to: newPhone(), body: 'x' })
    let later: ReturnType<typeof send> | undefined
    await database.transaction(async (tx) => {
      const text = { numberId: number.id, phone: newPhone(), body: 'slow', at: clock.now() }
      await routeText(tx, clock, (await insertInbound(tx, text, clock.now())) ?? 0)
      let done = false
      later = send({ to: newPhone(), body: 'fast' }).finally(() => (done = true))
      const waits = () =>
        database.one<{ waiting: boolean }>(sql`
          select exists (
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          ) as waiting`)
      await expect.poll(async () => done || (await waits()).waiting).toBe(true)
      expect((await list()).body.messages.map(({ body }) => body)).toEqual(['x'])
    })
    await later
    expect((await list()).body.messages.map(({ body }) => body)).toEqual(['fast', 'slow', 'x'])
  })

  test('with since_id never skips a message that commits late', async () => {
    const { send, list } = await smsAccount(app, { plan: { smsDaily: 100_000 } })
    let cursor = 0
    let writing = true
    const seen: number[] = []
    const poll = async (): Promise<number> => {
      const page = ids((await list(`since_id=${cursor}&limit=200`)).body.messages)
      seen.push(...page)
      cursor = page.at(-1) ?? cursor
      return page.length
    }
    const poller = (async () => {
      while (writing) await poll()
    })()
    const sends = Array.from({ length: 40 }, (_, index) =>
      send({ to: Array.from({ length: 1 + (index % 3) * 30 }, newPhone), body: 'x' }),
    )
    const sent = (await Promise.all(sends)).flatMap(({ body }) => ids(body.messages))
    writing = false
    await poller
    while ((await poll()) > 0);
    expect(seen).toEqual(sent.sort((a, b) => a - b))
  })
})

describe('each list', () => {
  beforeAll(async () => {
    // Enough that reading an index pays off, in an account of its own.
    const { tenant, send } = await smsAccount(app)
    const number = await simulatorNumber(app, { tenant, online: false })
    await send({ to: newPhone(), body: 'x', from: number.id })
    await app.context.database.run(sql`
      insert into sms.message (workspace_id, direction, phone, body, status, segments, number_id, created_at)
      select case g % 3 when 0 then ${tenant.workspaceId}::bigint else ${account.tenant.workspaceId}::bigint end,
             'out', '+1202' || (5550000 + g % 900), 'bulk', (array['sent', 'failed', 'expired'])[1 + g % 3], 1,
             case when g % 5 > 0 then ${number.id}::bigint end, ${app.clock.now()}::timestamptz
        from generate_series(1, 30000) g`)
    await app.context.database.run(sql`analyze sms.message`)
  })

  /** How PostgreSQL runs the statement of a list. */
  async function planOf(filter: Partial<MessageFilter>): Promise<string> {
    const { workspaceId } = account.tenant
    return app.context.database.transaction(async (tx) => {
      const asked: Statement[] = []
      const rows = <Row>(statement: Statement) => {
        asked.push(statement)
        return Promise.resolve<Row[]>([])
      }
      await selectMessages({ ...tx, rows }, workspaceId, { boundTo: null, ...filter }, 50)
      const [{ text, values } = { text: '', values: [] }] = asked
      const lines = await tx.rows<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values })
      return lines.map((line) => line['QUERY PLAN']).join('\n')
    })
  }

  test.each([
    [{}, 'message_of_workspace'],
    [{ sinceId: 5, beforeId: 500 }, 'message_of_workspace'],
    [{ direction: 'out' }, 'message_of_workspace'],
    [{ numberId: 7 }, 'message_on_number'],
    [{ boundTo: 7, status: 'delivered' }, 'message_on_number'],
    [{ phone: '+12025550123', numberId: 7 }, 'message_with_phone'],
    [{ direction: 'in' }, 'message_in_status'],
    [{ status: 'failed', boundTo: 7 }, 'message_in_status'],
    [{ status: 'delivered' }, 'message_in_status'],
    [{ groupId: 7, sinceId: 5 }, 'message_of_group'],
  ] as const)('of %j is read along an index, without sorting', async (filter, index) => {
    const plan = await planOf(filter)
    expect(plan).toContain(` using ${index} on message`)
    expect(plan).not.toContain('Sort')
  })
})
