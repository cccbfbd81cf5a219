import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../../test/sms-account.ts'
import { simulate } from '../../../../test/simulate.ts'
import { operator } from '../operator.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getOperatorNumber', () => {
  test('counts what is queued for the number alone', async () => {
    const browser = await operator(app)
    const { send, tenant } = await smsAccount(app)
    const { id } = await simulatorNumber(app, { tenant, online: false })
    await send({ to: [newPhone(), newPhone()], body: 'x', from: id })
    expect(await browser.data('GET', `/operator/numbers/${id}`)).toMatchObject({
      id,
      online: false,
      queued: 2,
      defaults: { per_day: null, outstanding_max: 100, warms_up: false, cools_down: false },
      workspace: { id: tenant.workspaceId },
    })
  })

  test('has what a pool number used of its pace, and when it was online in the last 24 hours', async () => {
    const browser = await operator(app)
    const { send } = await smsAccount(app)
    const { id } = await simulatorNumber(app, { pace: { perHour: 60 } })
    await send({ to: newPhone(), body: 'x', from: id })
    await simulate(app.context)
    app.clock.advance(60_000)
    await browser.data('PATCH', `/operator/numbers/${id}`, { online: false })
    app.clock.advance(60_000)
    expect(await browser.data('GET', `/operator/numbers/${id}`)).toMatchObject({
      budgets: [{ span_seconds: 3600, used: 1, max: 60, free_at: null }],
      timeline: [
        { online: true, reason: 'added' },
        { online: false, reason: 'operator', until: app.clock.now().toISOString() },
      ],
    })
  })

  test('is number_not_found for a number that does not exist or was removed', async () => {
    const browser = await operator(app)
    const { id } = await simulatorNumber(app)
    await browser.data('DELETE', `/operator/numbers/${id}`)
    for (const gone of [id, 99_999_999, 0, 'x'])
      expect(await browser.refusal('GET', `/operator/numbers/${gone}`)).toEqual([404, 'number_not_found'])
  })
})
