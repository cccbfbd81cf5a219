import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber } from '../../../test/sms-account.ts'
import { inForce } from '../../identity/in-force.ts'
import { removeMember, addMember } from '../../identity/member/change-members.ts'
import { sql } from '../../platform/database/sql.ts'
import { phonesBeginning, selectConversations } from '../../sms/conversation/store.ts'
import { queueSystemMessage } from '../../sms/system/queue-system-message.ts'
import type { Browser } from '../console.testing.ts'
import {
  manyConversations,
  memberOf,
  pageOf,
  planOf,
  texter,
  type ListedConversation,
  type Texter,
} from './conversations.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const conversationsOfOperator = () =>
  app.context.database.rows(sql`select phone from sms.conversation where workspace_id = 0`)

interface From {
  readonly owner: Browser
  readonly path: string
}

const listed = (query: string, { owner, path }: From) =>
  pageOf<ListedConversation>(owner, `${path}/conversations?${query}`)
const phonesOf = async (query: string, from: From) =>
  (await listed(query, from)).data.map(({ phone }) => phone)
/** All pages. */
async function allOf(query: string, from: From) {
  const phones: string[] = []
  let requests = 0
  for (let before: number | null | undefined; before !== null; requests++) {
    const { data, meta } = await listed(before === undefined ? query : `${query}&before=${before}`, from)
    phones.push(...data.map(({ phone }) => phone))
    before = meta.next_before
  }
  return { phones, requests }
}

describe('listConversations', () => {
  test('lists each phone once, with its newest message, newest first', async () => {
    const { send, receive, ...from } = await texter(app)
    const [first, second] = [newPhone(), newPhone()]
    await send(first, 'one')
    await send(second, 'two')
    await receive(first, 'three')
    const id = await send(first, 'four')
    const { data, meta } = await listed('', from)
    expect(data).toMatchObject([
      { phone: first, last: { id, body: 'four', direction: 'out' }, unread: true, opted_out_at: null },
      { phone: second, last: { body: 'two' }, unread: false },
    ])
    expect(data[0]?.display).toBe(`(202) ${first.slice(5, 8)}-${first.slice(8)}`)
    expect(meta).toEqual({ next_before: null })
  })

  test('pages by the newest message, also of equal times, and refuses other pages', async () => {
    const { sms, number, ...from } = await texter(app)
    const phones = Array.from({ length: 5 }, newPhone)
    // One time for all of them.
    expect((await sms.send({ to: phones, body: 'x', from: number.id })).status).toBe(202)
    const newest = phones.toReversed()
    const first = await listed('limit=2', from)
    expect(first.data.map(({ phone }) => phone)).toEqual(newest.slice(0, 2))
    expect(first.meta).toEqual({ next_before: first.data[1]?.last.id })
    const rest = await listed(`limit=3&before=${first.meta.next_before}`, from)
    expect(rest.data.map(({ phone }) => phone)).toEqual(newest.slice(2))
    expect(rest.meta).toEqual({ next_before: null })
    for (const query of [
      'limit=0',
      'limit=101',
      'before=0',
      'before=x',
      'unread=false',
      'unread=1',
      'phone=%00',
      `phone=${'1'.repeat(201)}`,
    ])
      expect(await from.owner.refusal('GET', `${from.path}/conversations?${query}`), query).toEqual([
        400,
        'invalid_request',
      ])
  })

  test('has texts of groups, and nothing of other workspaces or of the operator', async () => {
    const [one, two] = [await texter(app), await texter(app)]
    const [ann, bob] = [newPhone(), newPhone()]
    const members = [
      { name: 'Ann', phone: ann, admin: false },
      { name: 'Bob', phone: bob, admin: false },
    ]
    await one.sms.post('/groups', { name: 'G', number_id: one.number.id, members })
    await one.receive(ann, 'Hello all')
    await two.send(ann, 'Hello Ann')
    expect((await listed('', one)).data).toMatchObject([
      { phone: bob, last: { body: 'Ann: Hello all', group_id: expect.any(Number) as number } },
      { phone: ann, last: { body: 'Hello all', direction: 'in' }, unread: true },
    ])
    expect((await listed('', two)).data).toMatchObject([{ phone: ann, last: { body: 'Hello Ann' } }])
    await simulatorNumber(app)
    const code = {
      phone: ann,
      body: 'Your code',
      purpose: 'notice',
      clientRef: null,
      ttlSeconds: 60,
    } as const
    await app.context.database.transaction((tx) => queueSystemMessage(tx, app.context, code))
    expect(await conversationsOfOperator()).toEqual([])
  })

  test('lists unread ones only: those that wrote since this person read them, and after the person joined', async () => {
    const account = await texter(app)
    const { workspaceId } = account.tenant
    const [old, read, fresh] = [newPhone(), newPhone(), newPhone()]
    await account.receive(old)
    app.clock.advance(1000)
    const late = await memberOf(app, account.tenant)
    const { id } = await account.receive(read)
    await account.receive(fresh)
    await account.send(fresh)
    await account.send(newPhone())
    await account.owner.data('POST', `${account.path}/conversations/${read}/read`, { message_id: id })
    expect(await phonesOf('unread=true', account)).toEqual([fresh, old])
    expect(await phonesOf('unread=true', { owner: late, path: account.path })).toEqual([fresh, read])
    expect(await phonesOf('unread=true&limit=1', account)).toEqual([fresh])
    expect((await allOf('unread=true&limit=1', account)).phones).toEqual([fresh, old])
    // Rejoining resets unread marks.
    app.clock.advance(1000)
    await inForce(app.context, (tx) => removeMember(tx, { workspaceId, userId: late.userId }))
    expect(await late.refusal('GET', `${account.path}/conversations`)).toEqual([404, 'workspace_not_found'])
    await inForce(app.context, (tx) => addMember(tx, { workspaceId, userId: late.userId, role: 'admin' }))
    expect(await phonesOf('unread=true', { owner: late, path: account.path })).toEqual([])
  })

  test('finds a phone as people type it: its beginning, or a part of it', async () => {
    const account = await texter(app)
    for (const phone of ['+12025550101', '+12025550199', '+442079460000', '+4915112345678'])
      await account.receive(phone)
    for (const sender of ['Amazon', '32665', '100% Öko_Strom']) await account.receive(sender)
    const found = async (phone: string) =>
      (await phonesOf(`phone=${encodeURIComponent(phone)}`, account)).toSorted()
    expect(await found('(202) 555-01')).toEqual(['+12025550101', '+12025550199'])
    expect(await found('+1 202 555 0199')).toEqual(['+12025550199'])
    expect(await found('12025550199')).toEqual(['+12025550199'])
    expect(await found(' +44 (20) 7946')).toEqual(['+442079460000'])
    expect(await found('0044 20')).toEqual(['+442079460000'])
    expect(await found('020 7946 0000')).toEqual(['+442079460000'])
    expect(await found('0151 1234 5678')).toEqual(['+4915112345678'])
    expect(await found('0101')).toEqual(['+12025550101'])
    expect(await found('55501')).toEqual(['+12025550101', '+12025550199'])
    expect(await found('+2025550101')).toEqual([])
    expect(await found('３２６６５')).toEqual(['32665'])
    expect(await found('326')).toEqual(['32665'])
    expect(await found('Amazon')).toEqual(['Amazon'])
    expect(await found('mAZ')).toEqual(['Amazon'])
    expect(await found('öko')).toEqual(['100% Öko_Strom'])
    expect(await found('%')).toEqual(['100% Öko_Strom'])
    for (const none of ['_mazon', 'Amaz_n', String.raw`\d`, '🛍️', '‮1010', "'; drop", '99999999999999999999'])
      expect(await found(none), none).toEqual([])
    for (const all of ['', ' ', '(', '+', '-']) expect(await found(all), all).toHaveLength(7)
    await account.receive('+12025550101')
    expect(await phonesOf('phone=202555&unread=true&limit=1', account)).toEqual(['+12025550101'])
    expect((await allOf('phone=202555&limit=1', account)).phones).toEqual(['+12025550101', '+12025550199'])
  })

  test('is subscription_inactive when the plan of the owner has no texts', async () => {
    const { userId, workspaceId } = await app.tenant({ plan: { services: ['files'] } })
    const member = await memberOf(app, { userId, workspaceId } as Texter['tenant'])
    expect(await member.refusal('GET', `/workspaces/${workspaceId}/conversations`)).toEqual([
      402,
      'subscription_inactive',
    ])
  })
})

describe('listConversations of 25,000 phones', () => {
  let account: Texter
  beforeAll(async () => {
    account = await texter(app)
    await manyConversations(app, account.tenant.workspaceId, { count: 5, direction: 'in' })
    for (const table of [sql`sms.message`, sql`sms.conversation`])
      await app.context.database.run(sql`
        update ${table} set phone = '+4420794600' || right(phone, 2)
         where workspace_id = ${account.tenant.workspaceId}`)
    await manyConversations(app, account.tenant.workspaceId, { count: 25_000, direction: 'out' })
  })

  test('finds the oldest by its first digits at once', async () => {
    expect(await phonesOf('phone=%2B4420794600', account)).toHaveLength(5)
    expect((await listed('phone=2030024', account)).data).toHaveLength(50)
    expect((await allOf('phone=20300249&limit=100', account)).phones).toHaveLength(100)
  })

  test('examines a bounded number of them for a part, and goes on from there', async () => {
    const first = await listed('phone=460003', account)
    expect(first.data).toEqual([])
    expect(first.meta.next_before).toBeGreaterThan(0)
    expect(await allOf('phone=460003', account)).toEqual({ phones: ['+442079460003'], requests: 2 })
  })

  test.each([
    [{}, 'conversation_newest'],
    [{ beforeId: 500 }, 'conversation_newest'],
    [{ parts: ['555'] }, 'conversation_newest'],
    [{ unread: true }, 'conversation_answered'],
    [{ unread: true, parts: ['555'], beforeId: 500 }, 'conversation_answered'],
    [{ phones: ['+12030000001', '+12030000002'] }, 'conversation_pkey'],
  ] as const)('reads %j along an index', async (filter, index) => {
    const { workspaceId, userId } = account.tenant
    const reader = { workspaceId, userId, joinedAt: app.clock.now() }
    const plan = await planOf(app, (database) =>
      selectConversations(database, reader, { unread: false, beforeId: undefined, ...filter }, 50),
    )
    expect(plan).toContain(` using ${index} on conversation`)
    expect(plan).toContain(' using message_pkey on message')
    // The rows of the page, and the phones that were found.
    expect(plan.match(/(?:^|-> {2})(?:Incremental )?Sort /gm)?.length ?? 0).toBeLessThanOrEqual(
      'phones' in filter ? 2 : 1,
    )
  })

  test('finds the beginning of a phone along the primary key', async () => {
    const plan = await planOf(app, (database) =>
      phonesBeginning(database, account.tenant.workspaceId, ['+1203']),
    )
    expect(plan).toContain('Index Only Scan using conversation_pkey on conversation')
  })

  test('finds unread ones, however many texts were sent since', async () => {
    expect(await phonesOf('unread=true', account)).toHaveLength(5)
  })
})

describe('listConversations of 6,000 phones that wrote', () => {
  test('examines a bounded number of them for those that are unread, and goes on from there', async () => {
    const account = await texter(app)
    const { workspaceId, userId } = account.tenant
    await account.receive('+12025550177')
    await manyConversations(app, workspaceId, { count: 6000, direction: 'in' })
    await app.context.database.run(sql`
      insert into sms.read_mark (workspace_id, user_id, phone, message_id)
      select workspace_id, ${userId}, phone, last_id from sms.conversation
       where workspace_id = ${workspaceId} and phone like '+1203%'`)
    const first = await listed('unread=true', account)
    expect(first.data).toEqual([])
    expect(first.meta.next_before).toBeGreaterThan(0)
    expect(await allOf('unread=true', account)).toEqual({ phones: ['+12025550177'], requests: 2 })
  })
})
