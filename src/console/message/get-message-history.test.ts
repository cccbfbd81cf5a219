import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone } from '../../../test/sms-account.ts'
import { sql } from '../../platform/database/sql.ts'
import { removeNumber } from '../../sms/inventory/change-number.ts'
import { expireQueued } from '../../sms/message/end-store.ts'
import { claimMessages } from '../../sms/queue/claim-messages.ts'
import { deleteHandoffs } from '../../sms/queue/history-store.ts'
import { reportProgress } from '../../sms/queue/report-progress.ts'
import type { Report } from '../../sms/queue/model.ts'
import { memberOf, texter, type Texter } from '../conversation/conversations.testing.ts'
import { logIn } from '../console.testing.ts'

let app: TestApp
let account: Texter
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.advance(60_000)
  account = await texter(app, { online: true })
})

interface Step {
  readonly at: string
  readonly what: string
  readonly number: string | null
  readonly detail: string | null
}

const historyOf = (id: number) =>
  account.owner.data<{ message: { id: number; status: string }; steps: Step[] }>(
    'GET',
    `${account.path}/messages/${id}/history`,
  )
const stepsOf = async (id: number) => (await historyOf(id)).steps
const now = () => app.clock.now().toISOString()
const by = (what: string, detail: string | null = null): Step => ({
  at: now(),
  what,
  number: account.number.number,
  detail,
})
const alone = (what: string, detail: string | null = null): Step => ({ ...by(what, detail), number: null })
const report = (messageId: number, more: Omit<Report, 'messageId' | 'numberId' | 'at'>) => {
  const reports = [{ messageId, numberId: account.number.id, at: app.clock.now(), ...more }]
  return app.context.database.transaction((tx) => reportProgress(tx, reports))
}

describe('getMessageHistory', () => {
  test('shows each attempt of a number, and the end', async () => {
    const id = await account.send(newPhone(), 'Hello')
    const steps = [alone('queued')]
    expect(await historyOf(id)).toMatchObject({ message: { id, status: 'queued', body: 'Hello' }, steps })
    await claimMessages(app.context, account.number.id)
    steps.push(by('handed'))
    app.clock.advance(1000)
    const error = { code: 'busy', message: 'The radio is busy.' }
    await report(id, { status: 'failed', error, failedAttempt: 1 })
    steps.push(by('delayed', 'busy: The radio is busy.'))
    app.clock.advance(60_000)
    await claimMessages(app.context, account.number.id)
    steps.push(by('handed'))
    await report(id, { status: 'sent' })
    steps.push(by('sent'))
    app.clock.advance(1000)
    await report(id, { status: 'delivered' })
    steps.push(by('delivered'))
    expect(await historyOf(id)).toMatchObject({ message: { status: 'delivered' }, steps })
    // When the steps are purged, what the message tells remains.
    await deleteHandoffs(app.context.database, new Date(app.clock.now().getTime() + 1), 1000)
    expect(await stepsOf(id)).toEqual([steps[0], steps[4], steps[5]])
  })

  test('shows a failure, with the reason of the carrier', async () => {
    const id = await account.send(newPhone())
    const queued = alone('queued')
    await claimMessages(app.context, account.number.id)
    await report(id, { status: 'failed', error: { code: 'no_service', message: '<b>No service</b>' } })
    expect(await stepsOf(id)).toEqual([queued, by('handed'), by('failed', 'no_service: <b>No service</b>')])
  })

  test('shows when a message was cancelled, expired, or failed before a number had it', async () => {
    const [phone, stopped] = [newPhone(), newPhone()]
    const [cancelled, expiring, optedOut] = [
      await account.send(phone),
      await account.send(phone),
      await account.send(stopped),
    ]
    const queued = alone('queued')
    app.clock.advance(5000)
    await account.sms.cancel(cancelled)
    expect(await stepsOf(cancelled)).toEqual([queued, alone('cancelled')])
    const reason = 'opted_out: The recipient asked for no more messages by replying STOP.'
    await account.receive(stopped, 'STOP')
    expect(await stepsOf(optedOut)).toEqual([queued, alone('failed', reason)])
    const refused = await account.send(stopped)
    expect(await stepsOf(refused)).toEqual([alone('queued'), by('failed', reason)])
    app.clock.advance(7 * 86_400_000)
    await app.context.database.transaction((tx) => expireQueued(tx, app.clock.now(), 100))
    expect(await stepsOf(expiring)).toEqual([queued, alone('expired')])
    app.clock.advance(5000)
    const last = await account.send(phone)
    const before = alone('queued')
    await removeNumber(app.context, account.number.id)
    expect(await stepsOf(last)).toEqual([
      before,
      alone('failed', 'no_number: The number was taken from this account.'),
    ])
  })

  test('shows when a text was received, and by which number', async () => {
    const { id } = await account.receive('Amazon', 'Your parcel')
    expect(await historyOf(id)).toMatchObject({
      message: { status: 'received', body: 'Your parcel' },
      steps: [by('received')],
    })
  })

  test('is not_found for a message of another workspace, of the operator, and for no message', async () => {
    const other = await texter(app)
    const theirs = await other.send(newPhone())
    await app.context.database.run(sql`
      insert into sms.message (workspace_id, direction, phone, body, status, segments, created_at)
      values (0, 'out', '+12025550199', 'code', 'sent', 1, ${app.clock.now()})`)
    const { id: ofOperator } = await app.context.database.one<{ id: number }>(sql`
      select max(id) as id from sms.message where workspace_id = 0`)
    for (const id of [theirs, ofOperator, 999_999_999, 0, -1, 'x', '1e3', '9'.repeat(30), '%F0%9F%9B%8D'])
      expect(
        await account.owner.refusal('GET', `${account.path}/messages/${id}/history`),
        String(id),
      ).toEqual([404, 'not_found'])
    expect(await account.owner.refusal('GET', `${other.path}/messages/${theirs}/history`)).toEqual([
      404,
      'workspace_not_found',
    ])
    const member = await memberOf(app, other.tenant)
    expect((await member.call('GET', `${other.path}/messages/${theirs}/history`)).status).toBe(200)
  })

  test('is subscription_inactive when the plan of the owner has no texts', async () => {
    const { workspaceId, userId } = await app.tenant({ plan: { services: ['files'] } })
    const browser = await logIn(app, userId)
    expect(await browser.refusal('GET', `/workspaces/${workspaceId}/messages/1/history`)).toEqual([
      402,
      'subscription_inactive',
    ])
  })
})
