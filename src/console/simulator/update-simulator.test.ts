import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber } from '../../../test/sms-account.ts'
import { inForce } from '../../identity/in-force.ts'
import { addMember } from '../../identity/member/change-members.ts'
import { listEntries } from '../../identity/audit/store.ts'
import { endOutages } from '../../sms/carrier/simulator/store.ts'
import { changesSince } from '../../sms/number/change-store.ts'
import { putOnline } from '../../sms/inventory/change-number.ts'
import { logIn } from '../console.testing.ts'
import { doneBy, operator } from '../operator/operator.testing.ts'
import { dedicated, texter } from './simulator.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const hours = 60 * 60

describe('updateSimulator', () => {
  test('changes what is given, alone, and is audited', async () => {
    const me = await texter(app)
    const { id } = await dedicated(app, me.tenant)
    const change = (body: object) => me.browser.data('PATCH', me.path(id), body)
    const unchanged = { deliver_ms: 0, fail_rate: 0, busy_rate: 0, hold: false, offline_until: null }
    expect(await change({ deliver_ms: 3000 })).toMatchObject({
      id,
      behavior: { ...unchanged, deliver_ms: 3000 },
    })
    expect(await change({ fail_rate: 0.5, busy_rate: 1, hold: true })).toMatchObject({
      behavior: { deliver_ms: 3000, fail_rate: 0.5, busy_rate: 1, hold: true },
    })
    expect(await change({ deliver_ms: 0, fail_rate: 0, busy_rate: 0, hold: false })).toMatchObject({
      behavior: unchanged,
    })
    const entries = await listEntries(app.context.database, { userId: me.tenant.userId }, 10)
    expect(entries.filter(({ action }) => action === 'simulator.update')).toMatchObject(
      Array.from({ length: 3 }, () => ({
        actor: 'person',
        target: `number:${id}`,
        workspace_id: me.tenant.workspaceId,
      })),
    )
  })

  test('takes a number offline for some seconds; 0 ends that, and nothing else', async () => {
    const me = await texter(app)
    const { id } = await dedicated(app, me.tenant)
    const offline = (seconds: number) => me.browser.data('PATCH', me.path(id), { offline_seconds: seconds })
    expect(await offline(hours)).toMatchObject({
      online: false,
      behavior: { offline_until: new Date(app.clock.now().getTime() + hours * 1000).toISOString() },
    })
    const text = await me.text(id, newPhone())
    expect((await me.message(text)).body.message.status).toBe('queued')
    expect(await offline(0)).toMatchObject({ online: true, behavior: { offline_until: null } })
    await putOnline(app.context, id, false)
    expect(await offline(0)).toMatchObject({ online: false })
  })

  test('does not put a number online, now or later, that the operator switched off', async () => {
    const me = await texter(app)
    const { id } = await dedicated(app, me.tenant)
    const offline = (seconds: number) =>
      me.browser.data<object>('PATCH', me.path(id), { offline_seconds: seconds })
    await putOnline(app.context, id, false)
    const switchedOff = { online: false, behavior: { offline_until: null } }
    expect(await offline(1)).toMatchObject(switchedOff)
    expect(await offline(0)).toMatchObject(switchedOff)
    await offline(1)
    await endOutages(app.context.database, new Date(app.clock.now().getTime() + 60_000))
    expect(await me.browser.data('GET', me.path())).toMatchObject({ numbers: [switchedOff] })
    // While an outage lasts, another one may replace it.
    await putOnline(app.context, id, true)
    await offline(1)
    expect(await offline(hours)).toMatchObject({
      online: false,
      behavior: { offline_until: new Date(app.clock.now().getTime() + hours * 1000).toISOString() },
    })
  })

  test('and the operator at the same moment leave a number offline that the operator switched off', async () => {
    const me = await texter(app)
    const { id } = await dedicated(app, me.tenant)
    for (let round = 0; round < 10; round++) {
      await putOnline(app.context, id, true)
      await Promise.all([
        me.browser.data('PATCH', me.path(id), { offline_seconds: 1 }),
        putOnline(app.context, id, false),
        me.browser.data('PATCH', me.path(id), { offline_seconds: 0 }),
      ])
      await endOutages(app.context.database, new Date(app.clock.now().getTime() + 60_000))
      expect(await me.browser.data('GET', me.path())).toMatchObject({ numbers: [{ online: false }] })
    }
  })

  test('is in the health of the number, also when an outage is ended by hand', async () => {
    const me = await texter(app)
    const { id } = await dedicated(app, me.tenant)
    for (const seconds of [hours, 0, 0])
      await me.browser.data('PATCH', me.path(id), { offline_seconds: seconds })
    const changes = await changesSince(app.context.database, id, new Date(0), 10)
    expect(changes.map(({ online, reason }) => [online, reason])).toEqual([
      [true, 'added'],
      [false, 'outage'],
      [true, 'outage_over'],
    ])
  })

  test('is rate_limited after 60 changes in a minute, of a person', async () => {
    const me = await texter(app)
    const { id } = await dedicated(app, me.tenant)
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => me.browser.refusal('PATCH', me.path(id), { hold: true })),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(60)
    expect(answers).toContainEqual([429, 'rate_limited'])
  })

  test('of a dedicated number is for admins and the owner: not_admin', async () => {
    const me = await texter(app)
    const { id } = await dedicated(app, me.tenant)
    const { workspaceId } = me.tenant
    const [admin, member] = [await app.member(workspaceId, 'admin'), await app.member(workspaceId, 'member')]
    const change = async (userId: number) =>
      (await (await logIn(app, userId)).call('PATCH', me.path(id), { hold: true })) as {
        status: number
        body: { error?: { code: string } }
      }
    expect((await change(admin.id)).status).toBe(200)
    expect(await change(member.id)).toMatchObject({ status: 403, body: { error: { code: 'not_admin' } } })
  })

  test('of a pool number is for operators, and says why: operator_required', async () => {
    const me = await texter(app)
    const { id } = await simulatorNumber(app)
    const boss = await operator(app)
    const { workspaceId } = me.tenant
    await inForce(app.context, (tx) => addMember(tx, { workspaceId, userId: boss.userId, role: 'member' }))
    expect(await me.browser.call('PATCH', me.path(id), { fail_rate: 1 })).toMatchObject({
      status: 403,
      body: {
        error: {
          code: 'operator_required',
          message: expect.stringContaining('shared by all workspaces') as string,
        },
      },
    })
    expect(await boss.data('PATCH', me.path(id), { fail_rate: 1 })).toMatchObject({
      may_change: true,
      behavior: { fail_rate: 1 },
    })
    expect(await doneBy(app, boss)).toEqual([`simulator.update number:${id}`])
  })

  test('has limits: seven days, and shares from 0 to 1', async () => {
    const me = await texter(app)
    const { id } = await dedicated(app, me.tenant)
    const week = 7 * 24 * hours
    await me.browser.data('PATCH', me.path(id), { deliver_ms: week * 1000, offline_seconds: week })
    for (const wrong of [
      { deliver_ms: -1 },
      { deliver_ms: 0.5 },
      { deliver_ms: week * 1000 + 1 },
      { fail_rate: 1.01 },
      { fail_rate: -0.01 },
      { busy_rate: '1' },
      { hold: 'yes' },
      { offline_seconds: week + 1 },
      { offline_seconds: -1 },
    ])
      expect(await me.browser.refusal('PATCH', me.path(id), wrong)).toEqual([400, 'invalid_request'])
  })

  test('is number_not_found for foreign and unknown numbers', async () => {
    const [me, other] = [await texter(app), await texter(app)]
    const { id } = await dedicated(app, other.tenant)
    for (const number of [id, 987_654_321, 'x'])
      expect(await me.browser.refusal('PATCH', me.path(number), { hold: true })).toEqual([
        404,
        'number_not_found',
      ])
  })
})
