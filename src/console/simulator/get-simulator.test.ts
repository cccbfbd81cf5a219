import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber } from '../../../test/sms-account.ts'
import { addNumber } from '../../sms/inventory/add-number.ts'
import { removeNumber } from '../../sms/inventory/change-number.ts'
import { setSimulator } from '../../sms/carrier/simulator/operate-simulator.ts'
import { logIn } from '../console.testing.ts'
import { operator } from '../operator/operator.testing.ts'
import { inForce } from '../../identity/in-force.ts'
import { addMember } from '../../identity/member/change-members.ts'
import type { SimulatedNumber } from './model.ts'
import { dedicated, texter } from './simulator.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

interface Simulator {
  readonly numbers: readonly z.output<typeof SimulatedNumber>[]
}

describe('getSimulator', () => {
  test('lists the own numbers first, then the pool, with their behavior, and no real or foreign ones', async () => {
    const [me, other] = [await texter(app), await texter(app)]
    const pool = await simulatorNumber(app)
    const own = await dedicated(app, me.tenant)
    await dedicated(app, other.tenant)
    await addNumber(app.context, {
      phone: newPhone(),
      carrier: 'android',
      assignment: { workspaceId: me.tenant.workspaceId },
    })
    await setSimulator(app.context, { numberId: own.id, failRate: 0.25, busyRate: 0.5, hold: true })
    await setSimulator(app.context, { numberId: pool.id, deliverMs: 2000, offlineMs: 60_000 })
    const { numbers } = await me.browser.data<Simulator>('GET', me.path())
    const offlineUntil = new Date(app.clock.now().getTime() + 60_000).toISOString()
    expect(numbers).toEqual([
      {
        id: own.id,
        number: own.number,
        display: expect.stringMatching(/^\(202\) 555-\d{4}$/) as string,
        label: expect.any(String) as string,
        online: true,
        dedicated: true,
        may_change: true,
        behavior: { deliver_ms: 0, fail_rate: 0.25, busy_rate: 0.5, hold: true, offline_until: null },
      },
      expect.objectContaining({
        id: pool.id,
        online: false,
        dedicated: false,
        may_change: false,
        behavior: {
          deliver_ms: 2000,
          fail_rate: 0,
          busy_rate: 0,
          hold: false,
          offline_until: offlineUntil,
        },
      }),
    ])
    await removeNumber(app.context, pool.id)
  })

  test('is empty where all numbers are real', async () => {
    const me = await texter(app)
    expect(await me.browser.data('GET', me.path())).toEqual({ numbers: [] })
  })

  test('says who may change which number', async () => {
    const me = await texter(app)
    const { workspaceId } = me.tenant
    const [own, pool] = [await dedicated(app, me.tenant), await simulatorNumber(app)]
    const boss = await operator(app)
    await inForce(app.context, (tx) => addMember(tx, { workspaceId, userId: boss.userId, role: 'member' }))
    const may = async (browser: typeof boss) =>
      (await browser.data<Simulator>('GET', me.path())).numbers.map((each) => each.may_change)
    const [admin, member] = [await app.member(workspaceId, 'admin'), await app.member(workspaceId, 'member')]
    expect(await may(me.browser)).toEqual([true, false])
    expect(await may(await logIn(app, admin.id))).toEqual([true, false])
    expect(await may(await logIn(app, member.id))).toEqual([false, false])
    expect(await may(boss)).toEqual([false, true])
    for (const { id } of [own, pool]) await removeNumber(app.context, id)
  })

  test('needs a plan with texts: subscription_inactive', async () => {
    const { userId, workspaceId } = await app.tenant({ plan: { services: ['files'] } })
    const browser = await logIn(app, userId)
    expect(await browser.refusal('GET', `/workspaces/${workspaceId}/simulator`)).toEqual([
      402,
      'subscription_inactive',
    ])
  })
})
