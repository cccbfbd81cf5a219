import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import {
  newPhone,
  simulatorNumber,
  smsAccount,
  smsCaller,
  type TestNumber,
} from '../../../test/sms-account.ts'
import { type Account, groupOf, textTo } from '../../../test/sms-group.ts'
import type { Message } from './model.ts'

let app: TestApp
let account: Account
let number: TestNumber
/** Ids of messages to one phone, from the pool and from the number, oldest first; and of one that came. */
let toPool: number
let toNumber: number
let cancelled: number
let heard: number
const phone = newPhone()
beforeAll(async () => {
  app = await testApp()
  account = await smsAccount(app)
  await simulatorNumber(app, { online: false })
  number = await simulatorNumber(app, { tenant: account.tenant, online: false })
  const send = async (more: object) => (await account.send({ body: 'x', ...more })).body.messages[0]?.id ?? 0
  toPool = await send({ to: phone })
  toNumber = await send({ to: newPhone(), from: number.id })
  cancelled = await send({ to: newPhone(), from: number.id })
  await account.cancel(cancelled)
  heard = (await textTo(app, number, phone, 'hello')).id
})
afterAll(() => app.close())

const ids = async (query: string, caller: Pick<Account, 'list'> = account) =>
  (await caller.list(query)).body.messages.map(({ id }) => id)

const refusal = async (query: string) => {
  const { status, body } = await account.list(query)
  return [status, body.error?.code]
}

describe('a parameter of listMessages', () => {
  test('direction: in or out', async () => {
    expect(await ids('direction=in')).toEqual([heard])
    expect(await ids('direction=out')).toEqual([cancelled, toNumber, toPool])
    expect(await refusal('direction=up')).toEqual([400, 'bad_request'])
  })

  test('status: filters by status', async () => {
    expect(await ids('status=cancelled')).toEqual([cancelled])
    expect(await ids('status=queued')).toEqual([toNumber, toPool])
    expect(await refusal('status=lost')).toEqual([400, 'bad_request'])
  })

  test('phone: filters by phone', async () => {
    expect(await ids(`phone=${encodeURIComponent(phone)}`)).toEqual([heard, toPool])
    expect(await refusal('phone=12')).toEqual([400, 'bad_request'])
  })

  test('number_id: filters by number id', async () => {
    expect(await ids(`number_id=${number.id}`)).toEqual([heard, cancelled, toNumber])
    expect(await refusal('number_id=0')).toEqual([400, 'bad_request'])
  })

  test('group_id: filters by group id', async () => {
    const other = await smsAccount(app)
    const { group } = await groupOf(app, other)
    const path = `/groups/${group.id}/messages`
    const { body } = await other.post<{ messages: Message[] }>(path, { body: 'x' })
    const sent = body.messages.map(({ id }) => id).toReversed()
    expect(await ids(`group_id=${group.id}`, other)).toEqual(sent)
    expect(await ids(`group_id=${group.id}`)).toEqual([])
    expect(await refusal('group_id=x')).toEqual([400, 'bad_request'])
  })

  test('since_id: messages newer than this id, oldest first', async () => {
    expect(await ids(`since_id=${toPool}`)).toEqual([toNumber, cancelled, heard])
    expect(await ids(`since_id=${heard}`)).toEqual([])
    expect(await refusal('since_id=-1')).toEqual([400, 'bad_request'])
  })

  test('before_id: messages older than this id, newest first', async () => {
    expect(await ids(`before_id=${cancelled}`)).toEqual([toNumber, toPool])
    expect(await refusal('before_id=x')).toEqual([400, 'bad_request'])
  })

  test('limit: 50 by default, 200 at most', async () => {
    const many = await smsAccount(app)
    for (let sends = 0; sends < 3; sends++)
      await many.send({ to: Array.from({ length: 70 }, newPhone), body: 'x' })
    expect(await ids('', many)).toHaveLength(50)
    expect(await ids('limit=200', many)).toHaveLength(200)
    for (const limit of [0, 201, -1, 1.5, 'x'])
      expect(await refusal(`limit=${limit}`)).toEqual([400, 'bad_request'])
  })
})

describe('an answer of listMessages', () => {
  test('has messages and next_before_id, which is null on the last page', async () => {
    const { status, body } = await account.list('limit=3')
    expect([status, Object.keys(body), body.next_before_id]).toEqual([
      200,
      ['ok', 'messages', 'next_before_id'],
      toNumber,
    ])
    expect((await account.list(`before_id=${toNumber}`)).body.next_before_id).toBeNull()
  })

  test('to a bound key has only messages on its number', async () => {
    const bound = smsCaller(app, (await account.tenant.key('sms', { numberId: number.id })).key)
    expect(await ids('', bound)).toEqual([heard, cancelled, toNumber])
  })
})
