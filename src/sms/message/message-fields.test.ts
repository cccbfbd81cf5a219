import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount, type TestNumber } from '../../../test/sms-account.ts'
import { type Account, groupOf, textTo } from '../../../test/sms-group.ts'
import { claimMessages } from '../queue/claim-messages.ts'
import { expireMessages } from '../queue/expire-messages.ts'
import { reportProgress } from '../queue/report-progress.ts'
import type { Message } from './model.ts'
import type { ReportedStatus } from './rules.ts'

let app: TestApp
let account: Account
let number: TestNumber
beforeAll(async () => {
  app = await testApp()
  account = await smsAccount(app)
  number = await simulatorNumber(app, { tenant: account.tenant })
})
afterAll(() => app.close())

async function sent(more: object = {}): Promise<Message> {
  const { body } = await account.send({ to: newPhone(), body: 'x', from: number.id, ...more })
  return body.messages[0] as Message
}

const now = async ({ id }: { readonly id: number }) => (await account.message(id)).body.message

const heard = async (): Promise<Message> => now(await textTo(app, number, newPhone(), 'hello'))

/** A message that a phone has, after these reports of it. */
async function reported(...statuses: readonly ReportedStatus[]): Promise<Message> {
  const message = await sent()
  let taken = await claimMessages(app.context, number.id)
  while (!taken.some(({ id }) => id === message.id)) taken = await claimMessages(app.context, number.id)
  for (const status of statuses) {
    const report = { messageId: message.id, numberId: number.id, status, at: app.clock.now() }
    await app.context.database.transaction((tx) => reportProgress(tx, [report]))
  }
  return now(message)
}

describe('a message', () => {
  test('id: an integer that grows', async () => {
    const [first, second] = [await sent(), await sent()]
    expect(Number.isSafeInteger(first.id)).toBe(true)
    expect(second.id).toBeGreaterThan(first.id)
    for (const { id } of [first, second]) await account.cancel(id)
  })

  test('direction: out for one that was sent, in for one that came', async () => {
    const out = await sent()
    expect([out.direction, (await heard()).direction]).toEqual(['out', 'in'])
    await account.cancel(out.id)
  })

  test('phone: the E.164 number of the other party', async () => {
    const phone = newPhone()
    const out = await sent({ to: phone.slice(2) })
    expect(out.phone).toBe(phone)
    expect((await now(await textTo(app, number, phone, 'x'))).phone).toBe(phone)
    await account.cancel(out.id)
  })

  test('segments: the number of text segments', async () => {
    const message = await sent({ body: 'a'.repeat(161) })
    expect(message.segments).toBe(2)
    await account.cancel(message.id)
  })

  test('client_ref: echoed back, null without one', async () => {
    const [named, nameless] = [await sent({ client_ref: 'order 7' }), await sent()]
    expect([named.client_ref, nameless.client_ref]).toEqual(['order 7', null])
    expect((await now(named)).client_ref).toBe('order 7')
    for (const { id } of [named, nameless]) await account.cancel(id)
  })

  test('created_at: ISO 8601 with its UTC offset', async () => {
    const message = await sent()
    expect(message.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
    expect(Date.parse(message.created_at)).toBe(app.clock.now().getTime())
    await account.cancel(message.id)
  })

  test('delivered_at: present on a delivered message only', async () => {
    expect(await reported('sent')).not.toHaveProperty('delivered_at')
    expect(await reported('sent', 'delivered')).toHaveProperty('delivered_at')
    expect(await reported('failed')).not.toHaveProperty('delivered_at')
  })
})

describe('status', () => {
  test('(new) to queued: a recipient of a send is accepted, 202', async () => {
    const { status, body } = await account.send({ to: newPhone(), body: 'x', from: number.id })
    expect([status, body.messages[0]?.status]).toEqual([202, 'queued'])
    await account.cancel(body.messages[0]?.id ?? 0)
  })

  test('(new) to queued: a broadcast to a group, 202', async () => {
    const { group } = await groupOf(app, account)
    const { status, body } = await account.post<{ messages: Message[] }>(`/groups/${group.id}/messages`, {
      body: 'x',
    })
    expect([status, body.messages.map((message) => message.status)]).toEqual([
      202,
      ['queued', 'queued', 'queued'],
    ])
  })

  test('queued to sending: a phone takes it', async () => {
    expect((await reported()).status).toBe('sending')
  })

  test('sending to sent', async () => {
    expect((await reported('sent')).status).toBe('sent')
  })

  test('sent to delivered: the handset confirms, and delivered_at is set', async () => {
    const message = await reported('sent', 'delivered')
    expect([message.status, message.delivered_at]).toEqual(['delivered', app.clock.now().toISOString()])
  })

  test('sending or sent to failed: the phone or carrier reports it', async () => {
    expect((await reported('failed')).status).toBe('failed')
    expect((await reported('sent', 'failed')).status).toBe('failed')
  })

  test('queued to expired: ttl elapses', async () => {
    const message = await sent({ ttl: 60 })
    app.clock.advance(59_999)
    await expireMessages.run(app.context)
    expect((await now(message)).status).toBe('queued')
    app.clock.advance(1)
    await expireMessages.run(app.context)
    expect((await now(message)).status).toBe('expired')
  })

  test('queued to cancelled: DELETE', async () => {
    const message = await sent()
    const { status, body } = await account.cancel(message.id)
    expect([status, body.message.status, (await now(message)).status]).toEqual([
      200,
      'cancelled',
      'cancelled',
    ])
  })

  test('sending, sent and delivered stay after DELETE: 409 not_cancellable', async () => {
    for (const [reports, state] of [
      [[], 'sending'],
      [['sent'], 'sent'],
      [['sent', 'delivered'], 'delivered'],
    ] as const) {
      const message = await reported(...reports)
      const { status, body } = await account.cancel(message.id)
      expect([status, body.error?.code, (await now(message)).status]).toEqual([409, 'not_cancellable', state])
    }
  })

  test('received: a text that came in', async () => {
    expect((await heard()).status).toBe('received')
  })
})
