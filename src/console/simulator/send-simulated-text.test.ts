import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber } from '../../../test/sms-account.ts'
import { sql } from '../../platform/database/sql.ts'
import { addNumber } from '../../sms/inventory/add-number.ts'
import { simulateInbound } from '../../sms/carrier/simulator/operate-simulator.ts'
import { logIn } from '../console.testing.ts'
import { dedicated, texter, untilIdle } from './simulator.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('sendSimulatedText', () => {
  test('becomes an inbound message of the workspace, also of a member', async () => {
    const me = await texter(app)
    const number = await dedicated(app, me.tenant)
    const { id: memberId } = await app.member(me.tenant.workspaceId, 'member')
    const from = newPhone()
    const answer = await (
      await logIn(app, memberId)
    ).call('POST', me.path(`${number.id}/texts`), { from, body: 'Hi 👋' })
    expect(answer.status).toBe(201)
    const { id } = (answer.body as { data: { id: number } }).data
    expect((await me.message(id)).body.message).toMatchObject({
      direction: 'in',
      status: 'received',
      phone: from,
      body: 'Hi 👋',
      number_id: number.id,
    })
  })

  test('takes any sender on a dedicated number, also a short code or a name', async () => {
    const me = await texter(app)
    const number = await dedicated(app, me.tenant)
    for (const [from, phone] of [
      ['(202) 555-0142', '+12025550142'],
      ['72345', '72345'],
      ['Library', 'Library'],
    ] as const) {
      const path = me.path(`${number.id}/texts`)
      const { id } = await me.browser.data<{ id: number }>('POST', path, { from, body: 'x' })
      expect((await me.message(id)).body.message.phone).toBe(phone)
    }
  })

  test('on a pool number is not_your_contact unless this workspace wrote last', async () => {
    const [me, other] = [await texter(app), await texter(app)]
    const pool = await simulatorNumber(app)
    const from = newPhone()
    const answer = ({ browser, path }: typeof me) =>
      browser.call('POST', path(`${pool.id}/texts`), { from, body: 'Answer' })
    const refused = { error: { code: 'not_your_contact' } }
    expect(await answer(me)).toMatchObject({ status: 409, body: refused })
    await me.text(pool.id, from)
    expect((await answer(me)).status).toBe(201)
    app.clock.advance(1000)
    await other.text(pool.id, from)
    expect(await answer(me)).toMatchObject({ status: 409, body: refused })
    expect((await answer(other)).status).toBe(201)
    const inbound = async ({ list }: typeof me) => (await list('direction=in')).body.messages.length
    expect([await inbound(me), await inbound(other)]).toEqual([1, 1])
    const left = sql`select id from sms.inbound where phone = ${from} and routed_at is null`
    expect(await app.context.database.rows(left)).toEqual([])
    const unrouted = sql`select id from sms.unrouted where phone = ${from}`
    expect(await app.context.database.rows(unrouted)).toEqual([])
  })

  test('never gets into another workspace that writes to the phone at the same time', async () => {
    const [me, other] = [await texter(app), await texter(app)]
    const pool = await simulatorNumber(app)
    const from = newPhone()
    await me.text(pool.id, from)
    for (let round = 0; round < 8; round++) {
      app.clock.advance(1000)
      await (round % 2 === 0 ? other : me).send({ to: from, body: 'x', from: pool.id })
      const answers = [me, me, other].map(({ browser, path }, index) =>
        browser.call('POST', path(`${pool.id}/texts`), { from, body: index === 2 ? 'to other' : 'to me' }),
      )
      const statuses = (await Promise.all([...answers, untilIdle(app)])).flatMap((answer) =>
        answer ? [answer.status] : [],
      )
      expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
      await untilIdle(app)
    }
    const bodies = async ({ list }: typeof me) =>
      new Set((await list('direction=in&limit=200')).body.messages.map(({ body }) => body))
    expect([...(await bodies(me))]).not.toContain('to other')
    expect([...(await bodies(other))]).not.toContain('to me')
  })

  test('opts out and in with STOP and START, as any inbound text', async () => {
    const me = await texter(app)
    const number = await dedicated(app, me.tenant)
    const phone = newPhone()
    const write = (body: string) =>
      me.browser.data('POST', me.path(`${number.id}/texts`), { from: phone, body })
    await write('STOP')
    const id = await me.text(number.id, phone)
    expect((await me.message(id)).body.message).toMatchObject({
      status: 'failed',
      error: { code: 'opted_out' },
    })
    await write('START')
    const next = await me.text(number.id, phone)
    expect((await me.message(next)).body.message.status).toBe('delivered')
  })

  test('is invalid_number or invalid_body, with the field', async () => {
    const me = await texter(app)
    const number = await dedicated(app, me.tenant)
    const path = me.path(`${number.id}/texts`)
    const refusalOf = async (body: object) => (await me.browser.call('POST', path, body)).body
    const from = newPhone()
    for (const wrong of ['12', '', '+', 5])
      expect(await refusalOf({ from: wrong, body: 'x' })).toMatchObject({
        error: { code: 'invalid_number', details: { field: 'from' } },
      })
    for (const wrong of ['', 'x'.repeat(1601), 'a\0b', 5, undefined])
      expect(await refusalOf({ from, body: wrong })).toMatchObject({
        error: { code: 'invalid_body', details: { field: 'body' } },
      })
    await me.browser.data('POST', path, { from, body: 'é'.repeat(1600) })
  })

  test('is number_not_found for real, foreign, and unknown numbers', async () => {
    const [me, other] = [await texter(app), await texter(app)]
    const foreign = await dedicated(app, other.tenant)
    const real = await addNumber(app.context, {
      phone: newPhone(),
      carrier: 'android',
      assignment: { workspaceId: me.tenant.workspaceId },
    })
    const text = { from: newPhone(), body: 'x' }
    for (const id of [foreign.id, real.id, 987_654_321, 'x'])
      expect(await me.browser.refusal('POST', me.path(`${id}/texts`), text)).toEqual([
        404,
        'number_not_found',
      ])
    expect((await other.list('direction=in')).body.messages).toEqual([])
  })

  test('is rate_limited after 60 texts a minute', async () => {
    const me = await texter(app)
    const { id } = await dedicated(app, me.tenant)
    const text = { from: newPhone(), body: 'x' }
    for (let count = 0; count < 60; count++) await me.browser.data('POST', me.path(`${id}/texts`), text)
    const answer = await me.browser.call('POST', me.path(`${id}/texts`), text)
    expect(answer).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('follows the rules of the command, which also leaves texts for nobody to the operator', async () => {
    const pool = await simulatorNumber(app)
    const text = { numberId: pool.id, from: newPhone(), body: 'x' }
    expect(await simulateInbound(app.context, text)).toMatchObject({ unrouted: true })
    await expect(simulateInbound(app.context, { ...text, workspaceId: 1 })).rejects.toMatchObject({
      reason: 'not_your_contact',
    })
  })
})
