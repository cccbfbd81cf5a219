import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { androidNumber, phonesUrl } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'
import { phoneApp } from '../../../../../test/phone-app.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { removeNumber } from '../../../inventory/change-number.ts'
import { listAllNumbers } from '../../../number/operator-numbers.ts'
import { operatePhone } from './manage-phones.ts'

let app: TestApp
let url: string
beforeAll(async () => {
  app = await testApp()
  url = await phonesUrl(app)
})
afterAll(() => app.close())

const enrol = (authorization: string, address = '203.0.113.1') =>
  app.call('phones', {
    method: 'POST',
    url: '/api/mobile/v1/device',
    headers: { authorization },
    payload: { name: 'Maker/Model' },
    remoteAddress: address,
  })

const isOnline = async (id: number) =>
  (await listAllNumbers(app.context)).numbers.find((each) => each.id === id)?.online

describe('enrolPhone', () => {
  test('with a code answers 201 with an id, a token and a login, and the number is online', async () => {
    const number = await androidNumber(app)
    expect(number.code).toMatch(/^\d{8}$/)
    expect(await isOnline(number.id)).toBe(false)
    const { status, body } = await enrol(`Code ${number.code}`)
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^\w{20}$/),
        token: expect.stringMatching(/^phone_\w{32}$/),
        login: number.number,
      },
    ])
    expect(await isOnline(number.id)).toBe(true)
  })

  test('takes a code once, also of twenty at the same moment', async () => {
    const { code } = await androidNumber(app)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => enrol(`Code ${code}`, `203.0.113.${index + 10}`)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await enrol(`Code ${code}`)).body).toMatchObject({ code: 'not_enrolled' })
  })

  test('takes a code for ten minutes', async () => {
    const [late, intime] = [await androidNumber(app), await androidNumber(app)]
    app.clock.advance(599_999)
    expect((await enrol(`Code ${intime.code}`)).status).toBe(201)
    app.clock.advance(1)
    expect((await enrol(`Code ${late.code}`)).status).toBe(401)
  })

  test('with the registration token gives the same number a new phone and cuts the old one off', async () => {
    const { token, id } = await androidNumber(app)
    const [first, second] = [phoneApp({ url }), phoneApp({ url })]
    expect(await first.enrol(`Bearer ${token}`)).toBe(201)
    expect((await first.call('GET', '/message')).status).toBe(200)
    expect(await second.enrol(`bearer ${token}`)).toBe(201)
    expect((await first.call('GET', '/message')).status).toBe(401)
    expect((await second.call('GET', '/message')).status).toBe(200)
    expect(second.registration()?.id).not.toBe(first.registration()?.id)
    expect(await operatePhone(app.context, { numberId: id, rotate: false })).toMatchObject({
      name: 'Maker/Model',
      app_version: '1.68.0',
    })
  })

  test('a phone of another server tells of itself, is refused, and enrols with its token by itself', async () => {
    const { token } = await androidNumber(app)
    const phone = phoneApp({ url })
    expect(await phone.enrol(`Bearer ${token}`)).toBe(201)
    await phoneApp({ url }).enrol(`Bearer ${token}`)
    expect(await phone.register()).toBe(201)
    expect((await phone.call('GET', '/message')).status).toBe(200)
  })

  test.each([
    ['nothing', ''],
    ['Basic', 'Basic YWRtaW46YWRtaW4='],
    ['a code of letters', 'Code ABCDEFGH'],
    ['a short code', 'Code 123456'],
    ['a wrong token', `Bearer enrol_${'x'.repeat(24)}`],
    ['another token', 'Bearer sesame'],
  ])('with %s is not_enrolled', async (_, authorization) => {
    const { status, body } = await enrol(authorization)
    expect([status, body]).toMatchObject([401, { code: 'not_enrolled' }])
  })

  test('counts wrong codes: too_many_tries, also for a right one', async () => {
    const { code } = await androidNumber(app)
    const wrong = code === '00000000' ? '00000001' : '00000000'
    const from = '198.51.100.7'
    for (let tries = 0; tries < 6; tries++) await enrol(`Code ${wrong}`, from)
    const { status, body, headers } = await enrol(`Code ${code}`, from)
    expect([status, body, headers['retry-after']]).toMatchObject([429, { code: 'too_many_tries' }, '5'])
    app.clock.advance(5000)
    expect((await enrol(`Code ${code}`, from)).status).toBe(201)
  })

  test('lets a phone in whatever strangers at other addresses try', async () => {
    const { code } = await androidNumber(app)
    const wrong = code === '00000000' ? '00000001' : '00000000'
    const strangers = Array.from({ length: 40 }, (_, at) => `2001:db8:0:${at.toString(16)}::1`)
    const statuses = new Set<number>()
    for (let tries = 0; tries < 8; tries++)
      for (const { status } of await Promise.all(strangers.map((from) => enrol(`Code ${wrong}`, from))))
        statuses.add(status)
    expect(statuses).toEqual(new Set([401, 429]))
    expect((await enrol(`Code ${code}`, '198.51.100.9')).status).toBe(201)
  })

  test('stores neither code nor tokens in clear text', async () => {
    const number = await androidNumber(app)
    const { body } = await enrol(`Bearer ${number.token}`)
    const row = await app.context.database.one<Record<string, unknown>>(
      sql`select to_jsonb(p) as row from sms.phone p where number_id = ${number.id}`,
    )
    const stored = JSON.stringify(row)
    for (const secret of [number.code, number.token, (body as { token: string }).token])
      expect(stored).not.toContain(secret)
  })

  test('does not work for a removed number', async () => {
    const { id, code, token } = await androidNumber(app)
    const phone = phoneApp({ url })
    await phone.enrol(`Bearer ${token}`)
    await removeNumber(app.context, id)
    expect((await enrol(`Code ${code}`)).status).toBe(401)
    expect((await enrol(`Bearer ${token}`)).status).toBe(401)
    expect((await phone.call('GET', '/message')).status).toBe(401)
  })

  test('refuses a body that is too large or malformed as body_too_large and bad_request', async () => {
    const send = (payload: string) =>
      app.call('phones', {
        method: 'POST',
        url: '/api/mobile/v1/device',
        headers: { 'content-type': 'application/json' },
        payload,
      })
    expect((await send(JSON.stringify({ name: 'x'.repeat(70_000) }))).body).toMatchObject({
      code: 'body_too_large',
    })
    expect((await send('{')).body).toMatchObject({ code: 'bad_request' })
  })
})

describe('numbers phone --rotate', () => {
  test('cuts the old phone off at once, its posts too, and prints new secrets', async () => {
    const { id, token } = await androidNumber(app)
    const phone = phoneApp({ url, now: () => app.clock.now() })
    await phone.enrol(`Bearer ${token}`)
    await phone.refresh()
    const rotated = await operatePhone(app.context, { numberId: id, rotate: true })
    expect(rotated).toMatchObject({
      id,
      enrolled_at: null,
      code: expect.stringMatching(/^\d{8}$/),
      token: expect.stringMatching(/^enrol_/),
      url,
    })
    expect((await phone.call('GET', '/message')).status).toBe(401)
    expect((await enrol(`Bearer ${token}`)).status).toBe(401)
    // It would repeat the post for weeks, so it is told that all is well; nothing is stored.
    await phone.receive({ from: '+12025550123', body: 'from a stolen phone' })
    const { count } = await app.context.database.one<{ count: number }>(
      sql`select count(*)::int as count from sms.inbound where number_id = ${id}`,
    )
    expect(count).toBe(0)
    expect((await enrol(`Code ${rotated.code}`)).status).toBe(201)
  })
})
