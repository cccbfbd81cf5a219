import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone } from '../../../test/sms-account.ts'
import { sql } from '../../platform/database/sql.ts'
import { searchMessages as read } from '../../sms/message/search-store.ts'
import type { Message } from '../../sms/message/model.ts'
import {
  manyConversations,
  memberOf,
  pageOf,
  planOf,
  texter,
  type Texter,
} from '../conversation/conversations.testing.ts'

let app: TestApp
let account: Texter
const dayMs = 86_400_000
beforeAll(async () => {
  app = await testApp()
  account = await texter(app)
})
afterAll(() => app.close())

type From = Pick<Texter, 'owner' | 'path'>
type Query = Readonly<Record<string, string | number>>

const queryOf = (query: Query) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
const found = (query: Query, { owner, path }: From = account) =>
  pageOf<Message>(owner, `${path}/messages?${queryOf(query)}`)
const bodies = async (query: Query, from: From = account) =>
  (await found(query, from)).data.map(({ body }) => body)
const csvOf = (query: Query = {}, { owner, path }: From = account) =>
  owner.call('GET', `${path}/messages?${queryOf(query)}`, undefined, { accept: 'text/csv' })

describe('searchMessages', () => {
  test('finds a part of the text in any case, newest first', async () => {
    await account.send(newPhone(), 'Your Order 17 is ready')
    await account.send(newPhone(), 'Lunch?')
    await account.receive(newPhone(), 'my ORDER')
    const { data, meta } = await found({ q: 'order' })
    expect(data).toMatchObject([
      { body: 'my ORDER', direction: 'in', status: 'received' },
      { body: 'Your Order 17 is ready', direction: 'out', status: 'queued' },
    ])
    expect(meta).toEqual({ next_before: null, searched_to: null })
    expect((await bodies({ q: '' })).length).toBeGreaterThan(2)
  })

  test('takes wildcards, backslashes, and quotes as they are, and any script', async () => {
    const from = await texter(app)
    const texts = ['100 %', 'a_b', String.raw`c:\d`, "it's", 'ÄRGER', 'مرحبا بكم', '🎉 party']
    for (const text of texts) await from.send(newPhone(), text)
    await from.send(newPhone(), 'plain axb')
    for (const [q, text] of [
      ['%', '100 %'],
      ['a_b', 'a_b'],
      ['\\', String.raw`c:\d`],
      ["'", "it's"],
      ['ärger', 'ÄRGER'],
      ['حبا', 'مرحبا بكم'],
      ['🎉', '🎉 party'],
    ] as const)
      expect(await bodies({ q }, from), q).toEqual([text])
    expect(await bodies({ q: '‮' }, from)).toEqual([])
  })

  test('filters by phone, direction, status, number, group, and time, and by all of them together', async () => {
    const from = await texter(app)
    const phone = newPhone()
    const begun = app.clock.now()
    const member = { name: 'Ann', phone: newPhone(), admin: false }
    const { body } = await from.sms.post<{ group: { id: number } }>('/groups', {
      name: 'G',
      number_id: from.number.id,
      members: [member],
    })
    const group_id = body.group.id
    await from.sms.post(`/groups/${group_id}/messages`, { body: 'to the group' })
    await from.send(phone, 'out')
    app.clock.advance(dayMs)
    await from.receive(phone, 'in')
    app.clock.advance(dayMs)
    const id = await from.send(phone, 'cancelled')
    await from.sms.cancel(id)
    const number_id = from.number.id
    expect(await bodies({ phone }, from)).toEqual(['cancelled', 'in', 'out'])
    expect(await bodies({ phone: phone.slice(2) }, from)).toEqual(['cancelled', 'in', 'out'])
    expect(await bodies({ phone: '+12025559999' }, from)).toEqual([])
    expect(await bodies({ phone: '🛍️' }, from)).toEqual([])
    expect(await bodies({ direction: 'in' }, from)).toEqual(['in'])
    expect(await bodies({ direction: 'out', phone }, from)).toEqual(['cancelled', 'out'])
    expect(await bodies({ status: 'cancelled' }, from)).toEqual(['cancelled'])
    expect(await bodies({ status: 'queued' }, from)).toEqual(['out', 'to the group'])
    expect(await bodies({ status: 'received', direction: 'out' }, from)).toEqual([])
    expect(await bodies({ number_id }, from)).toEqual(['cancelled', 'in', 'out', 'to the group'])
    expect(await bodies({ number_id: 999_999 }, from)).toEqual([])
    expect(await bodies({ group_id }, from)).toEqual(['to the group'])
    const at = (days: number) => new Date(begun.getTime() + days * dayMs).toISOString()
    expect(await bodies({ from: at(1) }, from)).toEqual(['cancelled', 'in'])
    expect(await bodies({ to: at(1) }, from)).toEqual(['out', 'to the group'])
    expect(await bodies({ from: at(1), to: at(2) }, from)).toEqual(['in'])
    const all = { phone, number_id, direction: 'out', status: 'queued', from: at(0), to: at(1), q: 'OU' }
    expect(await bodies(all, from)).toEqual(['out'])
    expect(await bodies({ ...all, group_id }, from)).toEqual([])
  })

  test('pages, and refuses invalid searches', async () => {
    const from = await texter(app)
    for (const text of ['1', '2', '3', '4']) await from.send(newPhone(), `page ${text}`)
    const first = await found({ q: 'page', limit: 3 }, from)
    expect(first.data.map(({ body }) => body)).toEqual(['page 4', 'page 3', 'page 2'])
    expect(first.meta).toEqual({
      next_before: first.data[2]?.id,
      searched_to: app.clock.now().toISOString(),
    })
    const last = await found({ q: 'page', limit: 3, before: first.meta.next_before ?? 0 }, from)
    expect([last.data.map(({ body }) => body), last.meta.next_before]).toEqual([['page 1'], null])
    for (const query of [
      { limit: 0 },
      { limit: 101 },
      { before: 0 },
      { direction: 'up' },
      { status: 'lost' },
      { number_id: 'x' },
      { group_id: -1 },
      { from: 'yesterday' },
      { to: '9999-12-31T23:59:59-12:00' },
      { q: 'a'.repeat(201) },
      { q: 'a\0b' },
      { phone: 'a\0' },
    ] as Query[])
      expect(await from.owner.refusal('GET', `${from.path}/messages?${queryOf(query)}`)).toEqual([
        400,
        'invalid_request',
      ])
  })

  test('finds nothing of other workspaces', async () => {
    const [one, other] = [await texter(app), await texter(app)]
    await other.send(newPhone(), 'secret')
    expect(await bodies({ q: 'secret' }, one)).toEqual([])
    expect(await bodies({ number_id: other.number.id }, one)).toEqual([])
    expect(await one.owner.refusal('GET', `${other.path}/messages`)).toEqual([404, 'workspace_not_found'])
    expect(
      await bodies({ q: 'secret' }, { owner: await memberOf(app, other.tenant), path: other.path }),
    ).toEqual(['secret'])
    const { userId, workspaceId } = await app.tenant({ plan: { services: ['files'] } })
    const poor = await memberOf(app, { userId, workspaceId } as Texter['tenant'])
    expect(await poor.refusal('GET', `/workspaces/${workspaceId}/messages`)).toEqual([
      402,
      'subscription_inactive',
    ])
  })

  test('is rate_limited beyond 240 requests of a person in a minute', async () => {
    const { owner, path } = await texter(app)
    const statuses: number[] = []
    for (let at = 0; at < 241; at++)
      statuses.push((await owner.call('GET', `${path}/messages?limit=1`)).status)
    expect([statuses[239], statuses[240]]).toEqual([200, 429])
    app.clock.advance(60_000)
    expect((await owner.call('GET', `${path}/messages?limit=1`)).status).toBe(200)
  })
})

describe('searchMessages as CSV', () => {
  test('has all that match, with phones as they are and no formulas', async () => {
    const from = await texter(app)
    const created = await from.sms.post<{ group: { id: number } }>('/groups', {
      name: 'Team, all',
      number_id: from.number.id,
      members: [{ name: 'Ann', phone: '+12025550155', admin: false }],
    })
    expect(created).toMatchObject({ status: 201 })
    const { body } = created
    await from.sms.post(`/groups/${body.group.id}/messages`, { body: '=1+1' })
    await from.receive('Amazon', 'two\nlines, "quoted"')
    await from.sms.send({ to: '+12025550156', body: 'x', from: from.number.id, client_ref: '@ref' })
    await from.receive('+12025550156', 'STOP')
    await from.sms.send({ to: '+12025550156', body: 'no', from: from.number.id })
    const answer = await csvOf({ limit: 1 }, from)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename=messages-${from.tenant.workspaceId}.csv`,
    })
    const [at, number] = [app.clock.now().toISOString(), from.number.number]
    const optedOut = 'opted_out: The recipient asked for no more messages by replying STOP.'
    expect(answer.text.split('\r\n')).toEqual([
      'time,direction,phone,number,status,segments,error,text,client_ref,group',
      `${at},out,+12025550156,${number},failed,1,${optedOut},no,,`,
      `${at},out,+12025550156,${number},queued,1,,You will get no more messages from this sender. Reply START to get them again.,,`,
      `${at},in,+12025550156,${number},received,1,,STOP,,`,
      `${at},out,+12025550156,${number},failed,1,${optedOut},x,'@ref,`,
      `${at},in,Amazon,${number},received,1,,"two\nlines, ""quoted""",,`,
      `${at},out,+12025550155,${number},queued,1,,'=1+1,,"Team, all"`,
      '',
    ])
    expect((await csvOf({ phone: 'Amazon' }, from)).text.trim().split('\r\n')).toHaveLength(2)
    await from.sms.remove(`/groups/${body.group.id}`)
    expect((await csvOf({ group_id: body.group.id }, from)).text).toContain(`'=1+1,,`)
  })

  test('streams any number of messages in batches', async () => {
    const from = await texter(app)
    await manyConversations(app, from.tenant.workspaceId, { count: 25_000, direction: 'out' })
    const lines = async (query: Query) => (await csvOf(query, from)).text.trim().split('\r\n').length - 1
    expect(await lines({})).toBe(25_000)
    expect(await lines({ q: 'text 24' })).toBe(1111)
    expect(await lines({ q: 'text 17' })).toBe(1111)
  })
})

describe('searchMessages among 45,000 messages', () => {
  let from: Texter
  beforeAll(async () => {
    from = await texter(app)
    await from.receive('+12025550178', 'The first text')
    app.clock.advance(dayMs)
    await manyConversations(app, from.tenant.workspaceId, { count: 45_000, direction: 'out' })
  })

  test('examines a bounded number of them, says up to when, and goes on from there', async () => {
    const pages = []
    for (let before: number | null | undefined; before !== null;) {
      const page = await found({ q: 'FIRST', ...(before !== undefined && { before }) }, from)
      pages.push(page)
      before = page.meta.next_before
    }
    expect(pages.map(({ data }) => data.length)).toEqual([0, 0, 1])
    expect(pages.map(({ meta }) => meta.searched_to)).toEqual([
      app.clock.now().toISOString(),
      app.clock.now().toISOString(),
      null,
    ])
  })

  test('examines only those of the filter', async () => {
    expect(await bodies({ q: 'first', direction: 'in' }, from)).toEqual(['The first text'])
    expect(await bodies({ q: 'first', phone: '+12025550178' }, from)).toEqual(['The first text'])
    expect(await bodies({ q: 'first', number_id: from.number.id }, from)).toEqual(['The first text'])
  })

  test.each([
    [{}, 'message_of_workspace'],
    [{ part: 'x', beforeId: 500, from: new Date(0), to: new Date() }, 'message_of_workspace'],
    [{ direction: 'out' }, 'message_of_workspace'],
    [{ status: 'queued' }, 'message_of_workspace'],
    [{ numberId: 7 }, 'message_on_number'],
    [{ phone: '+12025550123', part: 'x' }, 'message_with_phone'],
    [{ direction: 'in', part: 'x' }, 'message_in_status'],
    [{ status: 'failed', numberId: 7 }, 'message_in_status'],
    [{ groupId: 7 }, 'message_of_group'],
  ] as const)('reads %j along an index', async (search, index) => {
    const plan = await planOf(app, (database) => read(database, from.tenant.workspaceId, search, 50))
    expect(plan).toContain(` using ${index} on message`)
    // The rows of the page.
    expect(plan.match(/(?:^|-> {2})(?:Incremental )?Sort /gm)?.length ?? 0).toBeLessThanOrEqual(1)
  })

  test('stops at the time that is asked for', async () => {
    app.clock.advance(dayMs)
    await from.send(newPhone(), 'the last')
    const since = new Date(app.clock.now().getTime() - 1000).toISOString()
    expect(await found({ q: 'absent', from: since }, from)).toEqual({
      data: [],
      meta: { next_before: null, searched_to: null },
    })
    expect(await bodies({ from: since }, from)).toEqual(['the last'])
  })

  test('finds texts that a phone handed over weeks late', async () => {
    await from.receive(newPhone(), 'late')
    const at = (days: number) => new Date(app.clock.now().getTime() - days * dayMs)
    await app.context.database.run(sql`
      update sms.message set created_at = ${at(29)}
       where workspace_id = ${from.tenant.workspaceId} and body = 'late'`)
    await from.send(newPhone(), 'newer')
    expect(await bodies({ from: at(30).toISOString(), to: at(28).toISOString() }, from)).toEqual(['late'])
    expect(await bodies({ from: at(28).toISOString(), q: 'late' }, from)).toEqual([])
  })
})
