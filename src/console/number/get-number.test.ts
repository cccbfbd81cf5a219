import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { androidNumber, enrolledPhone } from '../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { simulatorNumber, smsAccount } from '../../../test/sms-account.ts'
import { sql } from '../../platform/database/sql.ts'
import { watchPhones } from '../../sms/carrier/android/phone/watch-phones.ts'
import { setSimulator } from '../../sms/carrier/simulator/operate-simulator.ts'
import { endOutages } from '../../sms/carrier/simulator/store.ts'
import { assignNumber, putOnline, removeNumber } from '../../sms/inventory/change-number.ts'
import { claimMessages } from '../../sms/queue/claim-messages.ts'
import { runSmsJob } from '../../../test/sms-jobs.ts'
import { logIn } from '../console.testing.ts'
import { organization } from './numbers.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const minuteMs = 60_000
const hourMs = 60 * minuteMs

interface Details {
  readonly timeline: readonly { from: string; until: string; online: boolean; reason: string | null }[]
}

describe('getNumber', () => {
  test('has what waits for the number and what it has', async () => {
    const account = await smsAccount(app)
    const { workspaceId, userId } = account.tenant
    const { number } = await enrolledPhone(app, { tenant: account.tenant })
    for (let sent = 0; sent < 5; sent++)
      await account.send({ to: '+12025550123', body: `Hello ${sent}`, from: number.id })
    await claimMessages(app.context, number.id)
    const browser = await logIn(app, userId)
    expect(await browser.data('GET', `/workspaces/${workspaceId}/numbers/${number.id}`)).toMatchObject({
      id: number.id,
      waiting: 2,
      handed: 3,
    })
  })

  test('counts only texts of the workspace on a number of the pool', async () => {
    const [account, other] = [await smsAccount(app), await smsAccount(app)]
    const pool = await simulatorNumber(app, { online: false })
    await other.send({ to: '+12025550123', body: 'Hello', from: pool.id })
    const browser = await logIn(app, account.tenant.userId)
    const path = `/workspaces/${account.tenant.workspaceId}/numbers/${pool.id}`
    expect(await browser.data('GET', path)).toMatchObject({ waiting: 0, handed: 0, dedicated: false })
    await removeNumber(app.context, pool.id)
  })

  test('has a timeline of the last 24 hours with the reason of each change', async () => {
    const { path, tenant, member } = await organization(app)
    const number = await androidNumber(app, tenant)
    const timeline = async () =>
      (await member.data<Details>('GET', `${path}/${number.id}`)).timeline.map(
        ({ from, until, online, reason }) => [
          (Date.parse(until) - Date.parse(from)) / minuteMs,
          online,
          reason,
        ],
      )
    app.clock.advance(5 * minuteMs)
    expect(await timeline()).toEqual([[5, false, 'added']])
    await putOnline(app.context, number.id, true)
    app.clock.advance(10 * minuteMs)
    await watchPhones().run(app.context)
    app.clock.advance(15 * minuteMs)
    expect(await timeline()).toEqual([
      [5, false, 'added'],
      [10, true, 'operator'],
      [15, false, 'silent'],
    ])
    const dayMinutes = 24 * 60
    app.clock.advance(24 * hourMs - 20 * minuteMs)
    expect(await timeline()).toEqual([
      [5, true, null],
      [dayMinutes - 5, false, 'silent'],
    ])
    app.clock.advance(hourMs)
    expect(await timeline()).toEqual([[dayMinutes, false, null]])
  })

  test('writes a change only when there is one, and forgets changes after 30 days', async () => {
    const { tenant } = await organization(app)
    const { number, phone } = await enrolledPhone(app, { tenant })
    const stored = async () => {
      const rows = await app.context.database.rows<{ reason: string }>(sql`
        select reason from sms.number_change where number_id = ${number.id} order by id`)
      return rows.map(({ reason }) => reason)
    }
    for (let times = 0; times < 3; times++) {
      app.clock.advance(minuteMs)
      await phone.refresh()
      await putOnline(app.context, number.id, true)
      await watchPhones().run(app.context)
    }
    expect(await stored()).toEqual(['added', 'connected'])
    await putOnline(app.context, number.id, false)
    await phone.refresh()
    await removeNumber(app.context, number.id)
    app.clock.advance(29 * 24 * hourMs)
    await runSmsJob(app, 'purge-number-changes')
    expect(await stored()).toEqual(['added', 'connected', 'operator'])
    app.clock.advance(2 * 24 * hourMs)
    await runSmsJob(app, 'purge-number-changes')
    expect(await stored()).toEqual([])
  })

  test('shows outages of simulated numbers, without reasons for those of the pool', async () => {
    const { path, tenant, member } = await organization(app)
    const [own, pool] = [await simulatorNumber(app, { tenant }), await simulatorNumber(app)]
    app.clock.advance(minuteMs)
    for (const { id } of [own, pool]) await setSimulator(app.context, { numberId: id, offlineMs: minuteMs })
    app.clock.advance(minuteMs)
    await endOutages(app.context.database, app.clock.now())
    app.clock.advance(minuteMs)
    const reasons = async (id: number) =>
      (await member.data<Details>('GET', `${path}/${id}`)).timeline.map(({ online, reason }) => [
        online,
        reason,
      ])
    expect(await reasons(own.id)).toEqual([
      [true, 'added'],
      [false, 'outage'],
      [true, 'outage_over'],
    ])
    expect(await reasons(pool.id)).toEqual([
      [true, null],
      [false, null],
      [true, null],
    ])
    await removeNumber(app.context, pool.id)
  })

  test('is number_not_found for numbers of other workspaces as for unknown and removed ones', async () => {
    const { path, tenant, owner } = await organization(app)
    const foreign = await simulatorNumber(app, { tenant: await app.tenant() })
    const removed = await simulatorNumber(app, { tenant })
    await removeNumber(app.context, removed.id)
    const answers = await Promise.all(
      [foreign.id, removed.id, 987_654_321, 'x', 0].map((id) => owner.call('GET', `${path}/${id}`)),
    )
    const messages = new Set<unknown>()
    for (const { status, body } of answers) {
      const { error } = body as { error: { code: string; message: string } }
      messages.add([status, error.code, error.message].join())
    }
    expect([...messages]).toEqual(['404,number_not_found,There is no such number.'])
  })

  test('is subscription_inactive unless the owner’s plan has texts', async () => {
    const { userId, workspaceId } = await app.tenant({ plan: { services: ['files'] } })
    const owner = await logIn(app, userId)
    expect(await owner.refusal('GET', `/workspaces/${workspaceId}/numbers/1`)).toEqual([
      402,
      'subscription_inactive',
    ])
  })

  test('has a timeline that begins when the number came to the workspace', async () => {
    const [before, { path, tenant, owner }] = [await app.tenant(), await organization(app)]
    const { id } = await simulatorNumber(app, { tenant: before })
    await putOnline(app.context, id, false)
    app.clock.advance(minuteMs)
    await assignNumber(app.context, id, { workspaceId: tenant.workspaceId })
    const movedAt = app.clock.now().toISOString()
    app.clock.advance(minuteMs)
    expect(await owner.data('GET', `${path}/${id}`)).toMatchObject({
      timeline: [{ from: movedAt, online: false, until: app.clock.now().toISOString() }],
    })
  })
})
