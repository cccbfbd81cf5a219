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

interface Enrolment {
  readonly code: string
  readonly token: string
  readonly url: string
  readonly qr: string
  readonly expires_at: string
}

const newApp = async () => phoneApp({ url: await phonesUrl(app), now: () => app.clock.now() })

describe('enrolPhone', () => {
  test('makes a code and a token with which a phone enrolls', async () => {
    const { path, tenant, admin, member } = await organization(app)
    const number = await androidNumber(app, tenant)
    await phonesUrl(app)
    const enrolment = await admin.data<Enrolment>('POST', `${path}/${number.id}/enrolment`)
    expect(enrolment).toEqual({
      code: expect.stringMatching(/^\d{8}$/) as string,
      token: expect.stringMatching(/^enrol_\w{24}$/) as string,
      url: `${app.context.origins.phones}/api/mobile/v1`,
      qr: expect.stringMatching(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/) as string,
      expires_at: new Date(app.clock.now().getTime() + 600_000).toISOString(),
    })
    expect(await (await newApp()).enrol(`Bearer ${number.token}`)).toBe(401)
    expect(await (await newApp()).enrol(`Code ${number.code}`)).toBe(401)
    const phone = await newApp()
    expect(await phone.enrol(`Code ${enrolment.code}`)).toBe(201)
    expect(await (await newApp()).enrol(`Code ${enrolment.code}`)).toBe(401)
    expect(await member.data('GET', `${path}/${number.id}`)).toMatchObject({
      online: true,
      phone: { name: 'Maker/Model' },
    })
  })

  test('cuts off the connected phone at once', async () => {
    const { path, tenant, owner } = await organization(app)
    const { number, phone } = await enrolledPhone(app, { tenant })
    await phone.register()
    await owner.data('POST', `${path}/${number.id}/enrolment`)
    expect(await phone.register()).toBe(401)
    expect(await owner.data('GET', `${path}/${number.id}`)).toMatchObject({ online: false, phone: null })
  })

  test('makes codes that end after ten minutes', async () => {
    const { path, tenant, owner } = await organization(app)
    const { id } = await androidNumber(app, tenant)
    const { code, token } = await owner.data<Enrolment>('POST', `${path}/${id}/enrolment`)
    app.clock.advance(600_001)
    expect(await (await newApp()).enrol(`Code ${code}`)).toBe(401)
    expect(await (await newApp()).enrol(`Bearer ${token}`)).toBe(201)
  })

  test('is audited, without the secrets', async () => {
    const { path, tenant, owner } = await organization(app)
    const { id, number } = await androidNumber(app, tenant)
    const { code, token } = await owner.data<Enrolment>('POST', `${path}/${id}/enrolment`)
    const rows = await app.context.database.rows(sql`
      select * from identity.audit where action = 'phone.connect' and target = ${`number:${id}`}`)
    expect(rows).toMatchObject([
      { actor: 'person', user_id: tenant.userId, workspace_id: tenant.workspaceId },
    ])
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${code}|${token}`))
    expect(await owner.data('GET', `/workspaces/${tenant.workspaceId}/audit`)).toMatchObject([
      { action: 'phone.connect', target: `number:${id}`, target_name: number },
    ])
  })

  test('is not_admin for members, which changes nothing', async () => {
    const { path, tenant, member } = await organization(app)
    const { number, phone } = await enrolledPhone(app, { tenant })
    expect(await member.refusal('POST', `${path}/${number.id}/enrolment`)).toEqual([403, 'not_admin'])
    expect(await phone.register()).toBe(204)
  })

  test('is not_your_number for numbers of the pool', async () => {
    const { path, owner } = await organization(app)
    const { number, phone } = await enrolledPhone(app)
    expect(await owner.refusal('POST', `${path}/${number.id}/enrolment`)).toEqual([403, 'not_your_number'])
    expect(await phone.register()).toBe(204)
    await removeNumber(app.context, number.id)
  })

  test('is number_not_found for numbers of other workspaces as for unknown ones', async () => {
    const { path, owner } = await organization(app)
    const foreign = await androidNumber(app, await app.tenant())
    for (const id of [foreign.id, 987_654_321, 'x'])
      expect(await owner.refusal('POST', `${path}/${id}/enrolment`)).toEqual([404, 'number_not_found'])
  })

  test('is number_without_phone for simulated numbers', async () => {
    const { path, tenant, owner } = await organization(app)
    const { id } = await simulatorNumber(app, { tenant })
    expect(await owner.refusal('POST', `${path}/${id}/enrolment`)).toEqual([409, 'number_without_phone'])
  })

  test('is rate_limited beyond ten a minute', async () => {
    const { path, tenant, owner } = await organization(app)
    const { id } = await androidNumber(app, tenant)
    for (let made = 0; made < 10; made++) await owner.data('POST', `${path}/${id}/enrolment`)
    const answer = await owner.call('POST', `${path}/${id}/enrolment`)
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
  })

  test('is subscription_inactive unless the owner’s plan has texts', async () => {
    const { userId, workspaceId } = await app.tenant({ plan: { services: ['files'] } })
    const owner = await logIn(app, userId)
    expect(await owner.refusal('POST', `/workspaces/${workspaceId}/numbers/1/enrolment`)).toEqual([
      402,
      'subscription_inactive',
    ])
  })
})
