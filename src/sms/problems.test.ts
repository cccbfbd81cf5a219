import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../test/harness.ts'
import { newPhone, type Reply, simulatorNumber, smsAccount, smsCaller } from '../../test/sms-account.ts'
import { type Account, groupOf } from '../../test/sms-group.ts'
import { claimMessages } from './queue/claim-messages.ts'

let app: TestApp
let account: Account
beforeAll(async () => {
  app = await testApp()
  account = await smsAccount(app)
  await simulatorNumber(app, { online: false })
})
afterAll(() => app.close())

/** Requires the shape of a failure: `{ok: false, error: {code, message}}`. */
async function requireRefusal(answer: Promise<Reply<unknown>>, status: number, code: string, more = {}) {
  const reply = await answer
  expect([reply.status, reply.body]).toEqual([
    status,
    { ok: false, error: { code, message: expect.stringMatching(/\w.*\.$/) as string, ...more } },
  ])
}

const send = (more: object = {}) => account.send({ to: newPhone(), body: 'x', ...more })

describe('an answer', () => {
  test('of success is {ok: true, …}, with a header X-Request-Id', async () => {
    const { headers, body } = await app.call('sms', { url: '/api/v1/numbers', key: account.key })
    expect([headers['x-request-id'], body]).toEqual([
      expect.stringMatching(/./),
      expect.objectContaining({ ok: true }),
    ])
  })

  test('of failure is {ok: false, error: {code, message}}, with a header X-Request-Id', async () => {
    for (const url of ['/api/v1/numbers', '/api/v1/nothing', '/elsewhere']) {
      const { headers, body } = await app.call('sms', { url })
      const error = { code: expect.any(String) as string, message: expect.any(String) as string }
      expect([headers['x-request-id'], body]).toEqual([expect.stringMatching(/./), { ok: false, error }])
    }
  })

  test('is JSON', async () => {
    for (const url of ['/api/v1/health', '/api/v1/nothing']) {
      const { headers } = await app.call('sms', { url, key: account.key })
      expect(headers['content-type']).toMatch(/^application\/json/)
    }
  })
})

describe('a failure', () => {
  test('400 invalid_number: a phone number did not validate', async () => {
    await requireRefusal(send({ to: '911' }), 400, 'invalid_number')
  })

  test('400 invalid_body: the message body did not validate', async () => {
    await requireRefusal(send({ body: '' }), 400, 'invalid_body')
  })

  test('400 bad_request: the request did not validate', async () => {
    await requireRefusal(send({ ttl: 5 }), 400, 'bad_request')
  })

  test('401 unauthorized: the key is missing', async () => {
    const answer = app.call('sms', { url: '/api/v1/numbers' }) as unknown as Promise<Reply<unknown>>
    await requireRefusal(answer, 401, 'unauthorized')
  })

  test('401 invalid_key: the key is revoked or invalid', async () => {
    await requireRefusal(smsCaller(app, 'bs_live_x').list(), 401, 'invalid_key')
  })

  test('402 subscription_inactive: the plan does not include SMS', async () => {
    const other = await smsAccount(app, { plan: { services: ['files'] } })
    await requireRefusal(other.list(), 402, 'subscription_inactive')
  })

  test('402 daily_limit_reached: all recipients are rejected, with a reason', async () => {
    const other = await smsAccount(app, { plan: { smsDaily: 0 } })
    const answer = other.send({ to: newPhone(), body: 'x' })
    await requireRefusal(answer, 402, 'daily_limit_reached', { reason: 'limit_reached' })
  })

  test('403 insufficient_scope: the key lacks the scope', async () => {
    const { key } = await account.tenant.key('sms', { scopes: ['numbers:read'] })
    await requireRefusal(smsCaller(app, key).list(), 403, 'insufficient_scope')
  })

  test('404 not_found: no such message, group or route', async () => {
    await requireRefusal(account.message(987_654), 404, 'not_found')
    await requireRefusal(account.get('/groups/987654'), 404, 'not_found')
    await requireRefusal(account.get('/nothing'), 404, 'not_found')
    await requireRefusal(account.patch('/messages', {}), 404, 'not_found')
  })

  test('409 not_cancellable: the message was handed to a phone', async () => {
    const number = await simulatorNumber(app, { tenant: account.tenant })
    const id = (await send({ from: number.id })).body.messages[0]?.id ?? 0
    await claimMessages(app.context, number.id)
    await requireRefusal(account.cancel(id), 409, 'not_cancellable')
  })

  test('409 no_number: a number that the account cannot send from', async () => {
    await requireRefusal(send({ from: newPhone() }), 409, 'no_number')
  })

  test('409 group_inactive: the group cannot send', async () => {
    const { group } = await groupOf(app, account)
    await account.patch(`/groups/${group.id}`, { active: false })
    await requireRefusal(account.post(`/groups/${group.id}/messages`, { body: 'x' }), 409, 'group_inactive')
  })

  test('429 rate_limited: over the limit a minute, with Retry-After', async () => {
    const { key } = await account.tenant.key('sms', { perMinute: 1 })
    await app.call('sms', { url: '/api/v1/numbers', key })
    const answer = await app.call('sms', { url: '/api/v1/numbers', key })
    expect(answer.headers['retry-after']).toMatch(/^\d+$/)
    await requireRefusal(Promise.resolve(answer as unknown as Reply<unknown>), 429, 'rate_limited')
  })
})
