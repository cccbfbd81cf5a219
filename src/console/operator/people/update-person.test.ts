import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { inForce } from '../../../identity/in-force.ts'
import { endOperator } from '../../../identity/operator/change-operators.ts'
import { logIn } from '../../console.testing.ts'
import { doneBy, operator } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

const pathOf = (id: number) => `/operator/people/${id}`

describe('updatePerson', () => {
  test('disables a person before the answer: sessions end and keys are refused; enabling lets keys work again', async () => {
    const tenant = await app.tenant()
    const { key } = await tenant.key('files')
    const person = await logIn(app, tenant.userId)
    const use = async () => (await app.call('files', { method: 'GET', url: '/api/v1/me', key })).status
    expect(await use()).toBe(200)
    const disabled = await browser.data('PATCH', pathOf(tenant.userId), { disabled: true })
    expect(disabled).toMatchObject({ disabled_at: app.clock.now().toISOString(), sessions: 0 })
    expect(await use()).toBe(401)
    expect(await person.refusal('GET', '/session')).toEqual([401, 'not_logged_in'])
    expect(await browser.data('PATCH', pathOf(tenant.userId), { disabled: false })).toMatchObject({
      disabled_at: null,
    })
    expect(await use()).toBe(200)
    const target = `user:${tenant.userId}`
    expect(await doneBy(app, browser)).toEqual([`user.enable ${target}`, `user.disable ${target}`])
  })

  test('makes an operator, who may act at once, and ends one', async () => {
    const person = await logIn(app, (await app.tenant()).userId)
    expect(await person.refusal('GET', '/operator/plans')).toEqual([403, 'operator_required'])
    expect(await browser.data('PATCH', pathOf(person.userId), { operator: true })).toMatchObject({
      operator: true,
    })
    expect((await person.call('GET', '/operator/plans')).status).toBe(200)
    expect(await browser.data('PATCH', pathOf(person.userId), { operator: false })).toMatchObject({
      operator: false,
    })
    expect(await person.refusal('GET', '/operator/plans')).toEqual([403, 'operator_required'])
    expect((await doneBy(app, browser)).slice(0, 2)).toEqual([
      `operator.remove user:${person.userId}`,
      `operator.add user:${person.userId}`,
    ])
  })

  test('is last_operator for the last one, whether disabled or removed', async () => {
    for (const change of [{ disabled: true }, { operator: false }])
      expect(await browser.refusal('PATCH', pathOf(browser.userId), change)).toEqual([409, 'last_operator'])
    expect((await browser.call('GET', '/operator/plans')).status).toBe(200)
  })

  test('of two operators who disable each other at once, one stays', async () => {
    const other = await operator(app)
    const answers = await Promise.all([
      browser.call('PATCH', pathOf(other.userId), { disabled: true }),
      other.call('PATCH', pathOf(browser.userId), { disabled: true }),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    if (answers[0].status === 200) return
    // The tests go on with the operator who stayed.
    await other.data('PATCH', pathOf(browser.userId), { disabled: false })
    browser = await logIn(app, browser.userId)
    await inForce(app.context, (tx) => endOperator(tx, other.userId, {}))
  })

  test('makes nobody an operator who is disabled: user_disabled', async () => {
    const { userId } = await app.tenant()
    await browser.data('PATCH', pathOf(userId), { disabled: true })
    expect(await browser.refusal('PATCH', pathOf(userId), { operator: true })).toEqual([409, 'user_disabled'])
    expect(await browser.data('PATCH', pathOf(userId), { disabled: false, operator: true })).toMatchObject({
      disabled_at: null,
      operator: true,
    })
    await browser.data('PATCH', pathOf(userId), { operator: false })
  })

  test('sets values of a plan, and null gives them back to the plan', async () => {
    const { userId } = await app.tenant()
    await browser.data('POST', '/operator/plans', {
      name: 'small',
      services: ['files'],
      sms_daily: 5,
      payg: true,
      cap_micros: 100,
      price_micros: 2,
    })
    const own = { services: ['sms'], sms_daily: 7, payg: false, cap_micros: 9, price_micros: 3 }
    expect(await browser.data('PATCH', pathOf(userId), { plan: 'small', ...own })).toMatchObject({
      plan: 'small',
      limits: own,
      own,
    })
    const none = { services: null, sms_daily: null, payg: null, cap_micros: null, price_micros: null }
    expect(await browser.data('PATCH', pathOf(userId), { active: false, ...none })).toMatchObject({
      active: false,
      limits: { services: ['files'], sms_daily: 5, payg: true, cap_micros: 100, price_micros: 2 },
      own: none,
    })
    expect(await browser.refusal('PATCH', pathOf(userId), { plan: 'gold' })).toEqual([404, 'plan_not_found'])
    expect(await browser.refusal('PATCH', pathOf(userId), { sms_daily: -1 })).toEqual([
      400,
      'invalid_request',
    ])
  })

  test('is user_not_found for somebody who does not exist, whatever changes', async () => {
    for (const change of [
      {},
      { disabled: true },
      { disabled: false },
      { operator: true },
      { operator: false },
      { active: true },
    ])
      expect(await browser.refusal('PATCH', pathOf(99_999_999), change)).toEqual([404, 'user_not_found'])
  })
})
