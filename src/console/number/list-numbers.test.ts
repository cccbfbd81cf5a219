import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { androidNumber, enrolledPhone } from '../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { simulatorNumber, smsAccount } from '../../../test/sms-account.ts'
import { removeNumber, setSendRate } from '../../sms/inventory/change-number.ts'
import { listAllNumbers } from '../../sms/number/operator-numbers.ts'
import { claimMessages } from '../../sms/queue/claim-messages.ts'
import { noteFacts } from '../../sms/carrier/android/phone/store.ts'
import { logIn } from '../console.testing.ts'
import type { WorkspaceNumber } from './model.ts'
import { organization } from './numbers.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const { id } of (await listAllNumbers(app.context)).numbers) await removeNumber(app.context, id)
})

describe('listNumbers', () => {
  test('lists the pool and the numbers of the workspace, newest first, and no others', async () => {
    const { path, tenant, member } = await organization(app)
    const pool = await simulatorNumber(app)
    const own = await androidNumber(app, tenant)
    await simulatorNumber(app, { tenant: await app.tenant() })
    const removed = await simulatorNumber(app, { tenant })
    await removeNumber(app.context, removed.id)
    const numbers = await member.data<WorkspaceNumber[]>('GET', path)
    expect(numbers.map(({ id, dedicated, carrier }) => [id, dedicated, carrier])).toEqual([
      [own.id, true, 'android'],
      [pool.id, false, 'simulator'],
    ])
  })

  test('shows the phone of a number of its own', async () => {
    const { path, tenant, member } = await organization(app)
    const { number } = await enrolledPhone(app, { tenant })
    const checks = {
      'battery:level': { status: 'pass', observedValue: 82 },
      'battery:charging': { status: 'pass', observedValue: 3 },
      'connection:status': { status: 'pass', observedValue: 1 },
      'connection:transport': { status: 'pass', observedValue: 4 },
    }
    await noteFacts(app.context.database, number.id, { sim: 2, health: { status: 'pass', checks } })
    const now = app.clock.now().toISOString()
    expect(await member.data('GET', path)).toEqual([
      {
        id: number.id,
        number: number.number,
        display: expect.stringMatching(/^\(202\) 555-\d{4}$/) as string,
        label: '',
        carrier: 'android',
        dedicated: true,
        online: true,
        last_seen_at: now,
        paused: null,
        phone: {
          name: 'Maker/Model',
          app_version: '1.68.0',
          enrolled_at: now,
          sim: 2,
          battery_percent: 82,
          charging: true,
          network: 'wifi',
          clock_ahead_seconds: 0,
        },
        budgets: [],
      },
    ])
  })

  test('shows neither the phone of a pool number nor what others send from it', async () => {
    const { path, owner } = await organization(app)
    const { number } = await enrolledPhone(app)
    await setSendRate(app.context, number.id, { perHalfHour: 1 })
    const other = await smsAccount(app)
    await other.send({ to: '+12025550123', body: 'Hello' })
    expect(await claimMessages(app.context, number.id)).toHaveLength(1)
    expect(await owner.data('GET', path)).toMatchObject([
      { id: number.id, online: true, last_seen_at: null, paused: null, phone: null, budgets: [] },
    ])
  })

  test('shows what is used of a budget, and the pause until it has room', async () => {
    const account = await smsAccount(app)
    const { workspaceId, userId } = account.tenant
    const browser = await logIn(app, userId)
    const { number } = await enrolledPhone(app, { tenant: account.tenant })
    await setSendRate(app.context, number.id, { perHalfHour: 1, perDay: 100 })
    await account.send({ to: '+12025550123', body: 'Hello', from: number.id })
    await claimMessages(app.context, number.id)
    const until = expect.stringMatching(/Z$/) as string
    expect(await browser.data('GET', `/workspaces/${workspaceId}/numbers`)).toMatchObject([
      {
        paused: { until, reason: 'budget' },
        budgets: [
          { span_seconds: 1800, used: 1, max: 1, free_at: until },
          { span_seconds: 86_400, used: 1, max: 100, free_at: null },
        ],
      },
    ])
    app.clock.advance(32 * 60_000)
    expect(await browser.data('GET', `/workspaces/${workspaceId}/numbers`)).toMatchObject([
      { paused: null, budgets: [{ used: 0, free_at: null }, { used: 1 }] },
    ])
  })

  test('says why a number pauses: its phone, or too many failures', async () => {
    const account = await smsAccount(app)
    const { workspaceId, userId } = account.tenant
    const browser = await logIn(app, userId)
    const reasonOf = async (id: number) => {
      const numbers = await browser.data<WorkspaceNumber[]>('GET', `/workspaces/${workspaceId}/numbers`)
      return numbers.find((each) => each.id === id)?.paused?.reason
    }
    const fail = async (
      fate: 'Failed: RESULT_ERROR_LIMIT_EXCEEDED' | 'Failed: RESULT_ERROR_NULL_PDU',
      texts: number,
    ) => {
      const { number, phone } = await enrolledPhone(app, { tenant: account.tenant, fate: () => fate })
      await setSendRate(app.context, number.id, { coolsDown: true })
      for (let sent = 0; sent < texts; sent++) {
        await account.send({ to: '+12025550123', body: `Hello ${number.id} ${sent}`, from: number.id })
        await phone.fetchWork()
      }
      return number.id
    }
    const limited = await fail('Failed: RESULT_ERROR_LIMIT_EXCEEDED', 1)
    expect(await reasonOf(limited)).toBe('phone')
    const failing = await fail('Failed: RESULT_ERROR_NULL_PDU', 10)
    expect(await reasonOf(failing)).toBe('failures')
    await setSendRate(app.context, failing, { perDay: 500 })
    expect(await reasonOf(failing)).toBeUndefined()
  })

  test('is read in pages', async () => {
    const { path, tenant, member } = await organization(app)
    const made = [await simulatorNumber(app, { tenant }), await simulatorNumber(app, { tenant })]
    const first = await member.call('GET', `${path}?limit=1`)
    expect(first.body).toMatchObject({ data: [{ id: made[1]?.id }], meta: { next_before: made[1]?.id } })
    const second = await member.call('GET', `${path}?limit=1&before=${made[1]?.id}`)
    expect(second.body).toMatchObject({ data: [{ id: made[0]?.id }], meta: { next_before: null } })
    for (const query of ['limit=0', 'limit=101', 'before=x'])
      expect(await member.refusal('GET', `${path}?${query}`)).toEqual([400, 'invalid_request'])
  })

  test('is subscription_inactive unless the owner’s plan has texts', async () => {
    const { userId, workspaceId } = await app.tenant({ plan: { services: ['files'] } })
    const owner = await logIn(app, userId)
    expect(await owner.refusal('GET', `/workspaces/${workspaceId}/numbers`)).toEqual([
      402,
      'subscription_inactive',
    ])
  })

  test('is workspace_not_found for others', async () => {
    const { path } = await organization(app)
    const other = await logIn(app, (await app.tenant()).userId)
    expect(await other.refusal('GET', path)).toEqual([404, 'workspace_not_found'])
  })
})
