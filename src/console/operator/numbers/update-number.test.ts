import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { androidNumber, enrolledPhone, phonesUrl } from '../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import { phoneApp } from '../../../../test/phone-app.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../../test/sms-account.ts'
import { sql } from '../../../platform/database/sql.ts'
import { until } from '../../../../test/until.ts'
import type { Browser } from '../../console.testing.ts'
import { doneBy, operator } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

const change = (id: number, body: object) =>
  browser.data<{ number: object; failed: number; taken_out: readonly object[] }>(
    'PATCH',
    `/operator/numbers/${id}`,
    body,
  )
const refusal = (id: number | string, body: object) =>
  browser.refusal('PATCH', `/operator/numbers/${id}`, body)

describe('updateNumber', () => {
  test('changes label, pace, and whether it is online, keeps what is left out, and is audited', async () => {
    const { id } = await simulatorNumber(app)
    expect((await change(id, { label: 'Till 2', online: false })).number).toMatchObject({
      label: 'Till 2',
      online: false,
      per_hour: null,
    })
    const pace = { per_hour: 60, per_day: 200, outstanding_max: 5, warms_up: true, cools_down: true }
    expect((await change(id, pace)).number).toMatchObject({ ...pace, label: 'Till 2', online: false })
    const less = { per_hour: null, warms_up: false, label: '' }
    expect((await change(id, less)).number).toMatchObject({ ...less, per_day: 200, cools_down: true })
    expect(await doneBy(app, browser)).toEqual(Array.from({ length: 3 }, () => `number.update number:${id}`))
  })

  test('ends a pause with a new pace, and with nothing else', async () => {
    const { id } = await simulatorNumber(app)
    const until = new Date(app.clock.now().getTime() + 60_000)
    await app.context.database.run(sql`update sms.number set paused_until = ${until} where id = ${id}`)
    expect((await change(id, { label: 'Paused' })).number).toMatchObject({
      paused: { until: until.toISOString(), reason: null },
    })
    expect((await change(id, { per_day: 5 })).number).toMatchObject({ paused: null })
  })

  test('assigns a number, and says how many queued texts of others fail', async () => {
    const [one, two] = [await smsAccount(app), await smsAccount(app)]
    const { id } = await simulatorNumber(app, { tenant: one.tenant, online: false })
    const { body } = await one.send({ to: [newPhone(), newPhone()], body: 'x', from: id })
    const { workspaceId } = two.tenant
    expect(await change(id, { workspace_id: workspaceId })).toMatchObject({
      number: { pool: false, workspace: { id: workspaceId }, queued: 0 },
      failed: 2,
    })
    expect((await one.message(body.messages[0]?.id ?? 0)).body.message).toMatchObject({
      status: 'failed',
      error: { code: 'no_number' },
    })
    expect(await change(id, { pool: true })).toMatchObject({
      number: { pool: true, workspace: null },
      failed: 0,
    })
    const audited = async (workspace: number) =>
      (await browser.data<readonly { action: string }[]>('GET', `/operator/audit?workspace_id=${workspace}`))
        .map(({ action }) => action)
        .filter((action) => action === 'number.assign').length
    expect(await audited(one.tenant.workspaceId)).toBe(1)
    expect(await audited(workspaceId)).toBe(2)
  })

  test('disconnects the phone of a number that moves, with its secrets, and of no other', async () => {
    const [from, to] = [await app.tenant(), await app.tenant()]
    const { number, phone } = await enrolledPhone(app, { tenant: from })
    await phone.start()
    const device = phone.registration()?.id ?? ''
    const listens = () => app.context.streams.listeners().includes(device)
    await until(async () => listens())
    const assign = (body: object) =>
      browser.data<{ number: object; phone_disconnected: boolean }>(
        'PATCH',
        `/operator/numbers/${number.id}`,
        body,
      )
    expect(await assign({ workspace_id: from.workspaceId })).toMatchObject({
      number: { online: true },
      phone_disconnected: false,
    })
    expect(await phone.register()).toBe(204)
    expect(await assign({ workspace_id: to.workspaceId })).toMatchObject({
      number: { online: false, workspace: { id: to.workspaceId } },
      phone_disconnected: true,
    })
    await until(async () => !listens())
    expect(await phone.call('GET', '/message')).toMatchObject({ status: 401 })
    const late = { message: 'Late', sender: newPhone(), receivedAt: app.clock.now().toISOString() }
    await phone.post('sms:received', late)
    expect(
      await app.context.database.rows(sql`select 1 from sms.unrouted where number_id = ${number.id}`),
    ).toEqual([])
    const again = phoneApp({ url: await phonesUrl(app) })
    for (const secret of [`Bearer ${number.token}`, `Code ${number.code}`])
      expect(await again.enrol(secret)).toBe(401)
    expect(await assign({ workspace_id: from.workspaceId })).toMatchObject({ phone_disconnected: false })
    await phone.stop()
  })

  test('has a move and a new phone at the same moment end with the phone of either, not of both', async () => {
    const [from, to] = [await app.tenant(), await app.tenant()]
    const { id, token } = await androidNumber(app, from)
    const phone = phoneApp({ url: await phonesUrl(app) })
    const [, enrolled] = await Promise.all([
      change(id, { workspace_id: to.workspaceId }),
      phone.enrol(`Bearer ${token}`),
    ])
    expect([201, 401]).toContain(enrolled)
    expect(await phone.enrol(`Bearer ${token}`)).toBe(401)
    if (enrolled === 201) expect(await phone.call('GET', '/message')).toMatchObject({ status: 401 })
  })

  test('is pool_is_real for a simulated number beside real ones, and names those that a real one replaces', async () => {
    const tenant = await app.tenant()
    const simulated = await simulatorNumber(app)
    const android = await androidNumber(app, tenant)
    const { taken_out } = await change(android.id, { pool: true })
    expect(taken_out).toContainEqual(simulated)
    expect(await refusal(simulated.id, { pool: true })).toEqual([409, 'pool_is_real'])
    await browser.data('DELETE', `/operator/numbers/${android.id}`)
  })

  test('chooses the SIM of an Android phone, and is number_without_phone for others', async () => {
    const tenant = await app.tenant()
    const { id } = await androidNumber(app, tenant)
    expect((await change(id, { sim: 2 })).number).toMatchObject({ sim: 2 })
    expect((await change(id, { sim: null })).number).toMatchObject({ sim: null })
    const simulated = await simulatorNumber(app, { tenant })
    expect(await refusal(simulated.id, { sim: 1, label: 'No' })).toEqual([409, 'number_without_phone'])
    expect(await browser.data('GET', `/operator/numbers/${simulated.id}`)).toMatchObject({ label: '' })
  })

  test('is invalid_request for values out of range, number_not_found and workspace_not_found for unknown ones', async () => {
    const { id } = await simulatorNumber(app)
    for (const body of [
      { label: 'l'.repeat(81) },
      { label: null },
      { online: 'yes' },
      { per_minute: 0 },
      { per_half_hour: 1.5 },
      { per_hour: 2 ** 31 },
      { per_day: '5' },
      { outstanding_max: 0 },
      { outstanding_max: 1001 },
      { warms_up: null },
      { cools_down: 1 },
      { sim: 0 },
      { sim: 4 },
      { pool: false },
      { pool: true, workspace_id: 1 },
    ])
      expect(await refusal(id, body), JSON.stringify(body)).toEqual([400, 'invalid_request'])
    for (const workspace of [99_999_999, 0, -1, 1e300, 2 ** 60])
      expect(await refusal(id, { workspace_id: workspace })).toEqual([404, 'workspace_not_found'])
    expect(await refusal(99_999_999, { label: 'x' })).toEqual([404, 'number_not_found'])
    expect(await refusal('x', { label: 'x' })).toEqual([404, 'number_not_found'])
  })
})
