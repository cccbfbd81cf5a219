import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import {
  newPhone,
  type Reply,
  simulatorNumber,
  smsAccount,
  type TestNumber,
} from '../../../test/sms-account.ts'
import { textTo } from '../../../test/sms-group.ts'
import { sql } from '../../platform/database/sql.ts'
import { systemSecret } from '../../platform/secrets/system-secret.ts'
import { openVault } from '../../platform/secrets/vault.ts'
import type { Message } from '../message/model.ts'
import { assignNumber, removeNumber } from '../inventory/change-number.ts'
import { listAllNumbers } from '../number/operator-numbers.ts'
import { replies } from '../optout/rules.ts'
import { claimMessages } from '../queue/claim-messages.ts'
import { listOutbox } from '../carrier/simulator/operate-simulator.ts'
import { simulate } from '../../../test/simulate.ts'

let app: TestApp
let secret: string
let pool: TestNumber
beforeAll(async () => {
  app = await testApp()
  secret = await systemSecret(app.context)
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const { id } of (await listAllNumbers(app.context)).numbers) await removeNumber(app.context, id)
  await app.context.database.run(sql`
    with unqueued as (delete from sms.queue returning message_id)
    update sms.message set status = 'cancelled' where id in (select message_id from unqueued)`)
  pool = await simulatorNumber(app)
})

type Answer = Reply<{ message: Message }>

const send = async (payload: object, headers: Record<string, string> = {}, key = secret) =>
  (await app.call('sms', {
    method: 'POST',
    url: '/api/v1/system/send',
    key,
    payload,
    headers,
  })) as unknown as Answer

const notice = (more: object = {}) => ({
  to: newPhone(),
  body: 'Your plan was renewed.',
  purpose: 'notice',
  ...more,
})

describe('sendSystemMessage', () => {
  test('queues a notice', async () => {
    const text = notice({ client_ref: 'r', ttl: 60 })
    const { status, body } = await send(text)
    expect([status, body.message]).toMatchObject([
      202,
      { phone: text.to, status: 'queued', body: text.body, client_ref: 'r', number_id: null },
    ])
    expect(Date.parse(body.message.expires_at ?? '')).toBe(app.clock.now().getTime() + 60_000)
  })

  test('stores the body of a code sealed; the phone gets it, and nobody else', async () => {
    const text = { to: newPhone(), body: 'Your code is 482913.', purpose: 'code', idempotency_key: 'sealed' }
    const { body } = await send(text)
    expect(body.message.body).toBe('')
    await simulate(app.context)
    const outbox = await listOutbox(app.context, { numberId: pool.id })
    expect(outbox.messages.map((each) => each.body)).toEqual([text.body])
    const { database } = app.context
    const dump = await database.rows(sql`
      select m.*::text, encode(m.sealed_body, 'escape') as sealed, i.answer::text
        from sms.message m left join sms.idempotency i on i.key = 'sealed' where m.id = ${body.message.id}`)
    expect(dump).toHaveLength(1)
    expect(JSON.stringify(dump)).not.toContain('482913')
  })

  test('whose code was sealed with a lost key fails, and the phone is free for others', async () => {
    const { body } = await send({ to: newPhone(), body: 'Your code is 1.', purpose: 'code' })
    const next = await send(notice())
    const vault = openVault([app.context.random.bytes(32)])
    const taken = await claimMessages({ ...app.context, vault }, pool.id)
    expect(taken.map(({ id }) => id)).toEqual([next.body.message.id])
    const row = await app.context.database.one(sql`
      select status, error_code from sms.message where id = ${body.message.id}`)
    expect(row).toEqual({ status: 'failed', error_code: 'unreadable' })
  })

  test('goes ahead of every message of customers, however long they have waited', async () => {
    const accounts = [await smsAccount(app), await smsAccount(app)]
    for (const account of accounts) await account.send({ to: [newPhone(), newPhone()], body: 'x' })
    await accounts[0]?.send({ to: newPhone(), body: 'x', from: pool.id })
    const first = await send(notice())
    const second = await send({ ...notice(), purpose: 'code' })
    const taken = await claimMessages(app.context, pool.id, 3)
    expect(taken.slice(0, 2).map(({ id }) => id)).toEqual([first.body.message.id, second.body.message.id])
    expect(taken).toHaveLength(3)
  })

  test('does not move the turn of the accounts', async () => {
    const accounts = [await smsAccount(app), await smsAccount(app)]
    for (const account of accounts) await account.send({ to: [newPhone(), newPhone()], body: 'x' })
    const order: number[] = []
    for (let round = 0; round < 3; round++) {
      await send(notice())
      for (let claims = 0; claims < 2; claims++) order.push(...(await nextAccounts()))
    }
    const [one, two] = accounts.map(({ tenant }) => tenant.workspaceId)
    expect(order).toEqual([0, one, 0, two, 0, one])
  })

  /** Whose message the pool number takes next. It is out of the way at once. */
  async function nextAccounts(): Promise<number[]> {
    const { database } = app.context
    const ids = (await claimMessages(app.context, pool.id, 1)).map(({ id }) => id)
    const rows = await database.rows<{ workspace_id: number }>(sql`
      update sms.message set status = 'sent' where id = any (${ids}::bigint[]) returning workspace_id`)
    return rows.map((row) => row.workspace_id)
  }

  test('is taken by numbers of the pool only', async () => {
    const dedicated = await simulatorNumber(app, { tenant: await app.tenant() })
    await send(notice())
    expect(await claimMessages(app.context, dedicated.id)).toEqual([])
    expect(await claimMessages(app.context, pool.id)).toHaveLength(1)
  })

  test('is repeated with its idempotency key fifty times at once and sends once', async () => {
    const text = notice({ idempotency_key: 'fifty' })
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(text)))
    expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1)
    const header = await send(notice(), { 'idempotency-key': 'fifty' })
    expect(header.body).toEqual(answers[0]?.body)
  })

  test('does not share idempotency keys with customers', async () => {
    const account = await smsAccount(app)
    const customer = await account.send({ to: newPhone(), body: 'x', idempotency_key: 'shared' })
    const { body } = await send(notice({ idempotency_key: 'shared' }))
    expect(body.message.id).not.toBe(customer.body.messages[0]?.id)
  })

  test('is seen by no customer, and its answers do not reach one', async () => {
    const account = await smsAccount(app)
    const text = notice()
    const { body } = await send(text)
    await claimMessages(app.context, pool.id)
    const answer = await textTo(app, pool, text.to, 'who is this?')
    expect(answer).toMatchObject({ unrouted: true })
    expect((await account.message(body.message.id)).status).toBe(404)
    expect((await account.list()).body.messages).toEqual([])
    expect((await account.cancel(body.message.id)).status).toBe(404)
  })

  test('does not take a conversation from the customer who wrote before', async () => {
    const account = await smsAccount(app)
    const to = newPhone()
    await account.send({ to, body: 'See you at noon?' })
    await claimMessages(app.context, pool.id)
    await send(notice({ to }))
    await claimMessages(app.context, pool.id)
    await textTo(app, pool, to, 'Yes')
    expect((await account.list('direction=in')).body.messages.map(({ body }) => body)).toEqual(['Yes'])
  })

  test('to a phone that answered STOP fails as opted_out', async () => {
    const to = newPhone()
    await send(notice({ to }))
    await claimMessages(app.context, pool.id)
    await textTo(app, pool, to, 'STOP')
    expect((await claimMessages(app.context, pool.id)).map(({ body }) => body)).toEqual([replies.stop])
    const { body } = await send(notice({ to }))
    const row = await app.context.database.one(sql`
      select status, error_code from sms.message where id = ${body.message.id}`)
    expect(row).toEqual({ status: 'failed', error_code: 'opted_out' })
  })

  test('with an empty pool is no_number', async () => {
    await assignNumber(app.context, pool.id, { workspaceId: (await app.tenant()).workspaceId })
    const { status, body } = await send(notice())
    expect([status, body.error?.code]).toEqual([409, 'no_number'])
  })

  test('refuses a wrong recipient as invalid_number, a wrong text as invalid_body, else bad_request', async () => {
    const codeOf = async (more: object) => (await send(notice(more))).body.error?.code
    for (const to of ['nope', '', '+19005550123']) expect(await codeOf({ to })).toBe('invalid_number')
    for (const body of ['', undefined, 5, 'a'.repeat(1601)])
      expect(await codeOf({ body })).toBe('invalid_body')
    const wrong = [{ to: [newPhone()] }, { purpose: 'offer' }, { purpose: undefined }, { ttl: 59 }]
    for (const more of wrong) expect(await codeOf(more)).toBe('bad_request')
  })

  test('refuses keys of customers as invalid_key, and callers without a secret as unauthorized', async () => {
    const { key } = await smsAccount(app)
    for (const wrong of [key, 'sesame', `${secret}x`, secret.toLowerCase()]) {
      const { status, body } = await send(notice(), {}, wrong)
      expect([status, body.error?.code]).toEqual([401, 'invalid_key'])
    }
    const url = '/api/v1/system/send'
    const { status, body } = await app.call('sms', { method: 'POST', url, payload: notice() })
    expect([status, body]).toMatchObject([401, { error: { code: 'unauthorized' } }])
  })

  test('the secret opens no endpoint of customers', async () => {
    const { status } = await app.call('sms', { method: 'GET', url: '/api/v1/messages', key: secret })
    expect(status).toBe(401)
  })
})
