import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { androidNumber, enrolledPhone, phonesUrl } from '../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { phoneApp } from '../../../test/phone-app.ts'
import { simulatorNumber } from '../../../test/sms-account.ts'
import { sql } from '../../platform/database/sql.ts'
import { removeNumber } from '../../sms/inventory/change-number.ts'
import { logIn } from '../console.testing.ts'
import { organization } from './numbers.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('disconnectPhone', () => {
  test('cuts off the phone, its token, and an open code', async () => {
    const { path, tenant, admin } = await organization(app)
    const { number, phone } = await enrolledPhone(app, { tenant })
    expect((await admin.call('DELETE', `${path}/${number.id}/enrolment`)).status).toBe(204)
    expect(await phone.register()).toBe(401)
    const again = phoneApp({ url: await phonesUrl(app), now: () => app.clock.now() })
    for (const secret of [`Bearer ${number.token}`, `Code ${number.code}`])
      expect(await again.enrol(secret)).toBe(401)
    expect(await admin.data('GET', `${path}/${number.id}`)).toMatchObject({
      online: false,
      phone: null,
      last_seen_at: null,
      timeline: [{ online: false, reason: 'disconnected' }],
    })
  })

  test('answers the same when no phone is connected', async () => {
    const { path, tenant, owner } = await organization(app)
    const { id } = await androidNumber(app, tenant)
    for (let time = 0; time < 2; time++)
      expect((await owner.call('DELETE', `${path}/${id}/enrolment`)).status).toBe(204)
  })

  test('is audited', async () => {
    const { path, tenant, owner } = await organization(app)
    const { id } = await androidNumber(app, tenant)
    await owner.call('DELETE', `${path}/${id}/enrolment`)
    const rows = await app.context.database.rows(sql`
      select user_id from identity.audit where action = 'phone.disconnect' and target = ${`number:${id}`}`)
    expect(rows).toEqual([{ user_id: tenant.userId }])
  })

  test('is not_admin for members', async () => {
    const { path, tenant, member } = await organization(app)
    const { number, phone } = await enrolledPhone(app, { tenant })
    expect(await member.refusal('DELETE', `${path}/${number.id}/enrolment`)).toEqual([403, 'not_admin'])
    expect(await phone.register()).toBe(204)
  })

  test('is not_your_number for numbers of the pool', async () => {
    const { path, owner } = await organization(app)
    const { number } = await enrolledPhone(app)
    expect(await owner.refusal('DELETE', `${path}/${number.id}/enrolment`)).toEqual([403, 'not_your_number'])
    await removeNumber(app.context, number.id)
  })

  test('is number_not_found for numbers of other workspaces as for unknown ones', async () => {
    const { path, owner } = await organization(app)
    const foreign = await androidNumber(app, await app.tenant())
    for (const id of [foreign.id, 987_654_321, 'x'])
      expect(await owner.refusal('DELETE', `${path}/${id}/enrolment`)).toEqual([404, 'number_not_found'])
  })

  test('is number_without_phone for simulated numbers', async () => {
    const { path, tenant, owner } = await organization(app)
    const { id } = await simulatorNumber(app, { tenant })
    expect(await owner.refusal('DELETE', `${path}/${id}/enrolment`)).toEqual([409, 'number_without_phone'])
  })

  test('is subscription_inactive unless the owner’s plan has texts', async () => {
    const { userId, workspaceId } = await app.tenant({ plan: { services: ['files'] } })
    const owner = await logIn(app, userId)
    expect(await owner.refusal('DELETE', `/workspaces/${workspaceId}/numbers/1/enrolment`)).toEqual([
      402,
      'subscription_inactive',
    ])
  })
})
