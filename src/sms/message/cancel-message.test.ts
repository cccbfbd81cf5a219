import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount, smsCaller } from '../../../test/sms-account.ts'
import { sql } from '../../platform/database/sql.ts'
import { claimMessages } from '../queue/claim-messages.ts'
import { expireQueued } from './end-store.ts'
import type { Report } from '../queue/model.ts'
import { reportProgress } from '../queue/report-progress.ts'
import { simulateInbound } from '../carrier/simulator/operate-simulator.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const report = (messageId: number, numberId: number, status: Report['status']) =>
  app.context.database.transaction((tx) =>
    reportProgress(tx, [{ messageId, numberId, status, at: app.clock.now() }]),
  )

async function accountWithNumber(plan: Parameters<typeof smsAccount>[1] = {}) {
  const account = await smsAccount(app, plan)
  const number = await simulatorNumber(app, { tenant: account.tenant })
  const sendOne = async (body = 'x') =>
    (await account.send({ to: newPhone(), body, from: number.id })).body.messages[0]?.id ?? 0
  return { account, number, sendOne }
}

const refusal = async (answer: Promise<{ status: number; body: { error?: { code: string } } }>) => {
  const { status, body } = await answer
  return [status, body.error?.code]
}

describe('cancelMessage', () => {
  test('cancels a queued message, and no phone gets it', async () => {
    const { account, number, sendOne } = await accountWithNumber()
    const [gone, kept] = [await sendOne(), await sendOne()]
    const before = (await account.message(gone)).body.message
    const { status, body } = await account.cancel(gone)
    expect([status, body]).toEqual([200, { ok: true, message: { ...before, status: 'cancelled' } }])
    expect((await account.message(gone)).body.message).toEqual(body.message)
    expect((await claimMessages(app.context, number.id)).map(({ id }) => id)).toEqual([kept])
  })

  test('of what a phone has, or what has ended, is not_cancellable and changes nothing', async () => {
    const { account, number, sendOne } = await accountWithNumber()
    const cancelled = await sendOne()
    await account.cancel(cancelled)
    const expired = await sendOne()
    app.clock.advance(86_400_000)
    await app.context.database.transaction((tx) => expireQueued(tx, app.clock.now(), 100))
    const failed = await sendOne()
    await claimMessages(app.context, number.id)
    await report(failed, number.id, 'failed')
    const ids = { cancelled, expired, failed, sending: 0, sent: 0, delivered: 0 }
    for (const status of ['sent', 'delivered'] as const) {
      ids[status] = await sendOne()
      await claimMessages(app.context, number.id)
      await report(ids[status], number.id, status)
    }
    ids.sending = await sendOne()
    await claimMessages(app.context, number.id)
    for (const [status, id] of Object.entries(ids)) {
      expect((await account.message(id)).body.message.status).toBe(status)
      expect(await refusal(account.cancel(id))).toEqual([409, 'not_cancellable'])
      expect((await account.message(id)).body.message.status).toBe(status)
    }
  })

  test('of an inbound message is not_cancellable', async () => {
    const { account, number } = await accountWithNumber()
    const inbound = await simulateInbound(app.context, { numberId: number.id, from: newPhone(), body: 'hi' })
    expect(await refusal(account.cancel(inbound.id))).toEqual([409, 'not_cancellable'])
    expect((await account.message(inbound.id)).body.message.status).toBe('received')
  })

  test('of an unknown message, another account’s or one on another number than the key’s is not_found', async () => {
    const { account, number, sendOne } = await accountWithNumber()
    const { account: stranger } = await accountWithNumber()
    const other = await simulatorNumber(app, { tenant: account.tenant })
    const bound = smsCaller(app, (await account.tenant.key('sms', { numberId: other.id })).key)
    const id = await sendOne()
    for (const caller of [stranger, bound])
      expect(await refusal(caller.cancel(id))).toEqual([404, 'not_found'])
    expect(await refusal(account.cancel(987_654_321))).toEqual([404, 'not_found'])
    const own = smsCaller(app, (await account.tenant.key('sms', { numberId: number.id })).key)
    expect((await own.cancel(id)).status).toBe(200)
  })

  test('refuses a malformed id as bad_request', async () => {
    const { account } = await accountWithNumber()
    expect(await refusal(account.cancel('abc'))).toEqual([400, 'bad_request'])
  })

  test('refunds the metered charge, and not the allowance', async () => {
    const plan = { smsDaily: 1, payg: true, capMicros: 10_000, priceMicros: 10_000 }
    const { account, number, sendOne } = await accountWithNumber({ plan })
    const [free, metered] = [await sendOne(), await sendOne()]
    const another = () => account.send({ to: newPhone(), body: 'x', from: number.id })
    await account.cancel(free)
    expect((await another()).body.error?.reason).toBe('metered_cap_reached')
    await account.cancel(metered)
    expect((await another()).status).toBe(202)
    const usage = await app.context.database.one(sql`
      select recipients, charged_micros from sms.usage where workspace_id = ${account.tenant.workspaceId}`)
    expect(usage).toEqual({ recipients: 3, charged_micros: 10_000 })
  })

  test('ten times at once succeeds once', async () => {
    const { account, sendOne } = await accountWithNumber()
    const id = await sendOne()
    const answers = await Promise.all(Array.from({ length: 10 }, () => account.cancel(id)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array<number>(9).fill(409)])
  })

  test('at the same instant as a claim: exactly one of them wins', async () => {
    const { account, number, sendOne } = await accountWithNumber()
    for (let round = 0; round < 25; round++) {
      const id = await sendOne()
      const [answer, taken] = await Promise.all([account.cancel(id), claimMessages(app.context, number.id)])
      expect([answer.status, taken.length]).toEqual(answer.status === 200 ? [200, 0] : [409, 1])
      await report(id, number.id, 'delivered')
    }
  })
})
