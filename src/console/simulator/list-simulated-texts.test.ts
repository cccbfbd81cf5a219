import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsCaller } from '../../../test/sms-account.ts'
import { addNumber } from '../../sms/inventory/add-number.ts'
import { type TextsPage, textsOfPerson } from '../../sms/carrier/simulator/person-store.ts'
import { setSimulator } from '../../sms/carrier/simulator/operate-simulator.ts'
import { systemSecret } from '../../platform/secrets/system-secret.ts'
import { pageOfList } from '../operator/operator.testing.ts'
import { dedicated, texter, untilIdle } from './simulator.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

interface Text {
  readonly id: number
  readonly direction: string
  readonly body: string
  readonly status: string
  readonly error: { readonly code: string } | null
}

describe('listSimulatedTexts', () => {
  test('shows what the person got and wrote, newest first, in the form that messages have', async () => {
    const me = await texter(app)
    const number = await dedicated(app, me.tenant)
    const phone = newPhone()
    const sent = await me.text(number.id, phone, 'Dinner?')
    const { id } = await me.browser.data<{ id: number }>('POST', me.path(`${number.id}/texts`), {
      from: phone,
      body: 'Yes',
    })
    const typed = `(202) ${phone.slice(5, 8)}-${phone.slice(8)}`
    const path = me.path(`${number.id}/texts?phone=${encodeURIComponent(typed)}`)
    const at = app.clock.now().toISOString()
    expect((await me.browser.call('GET', path)).body).toEqual({
      data: [
        { id, direction: 'in', body: 'Yes', status: 'received', error: null, at },
        { id: sent, direction: 'out', body: 'Dinner?', status: 'delivered', error: null, at },
      ],
      meta: { next_before: null, phone, display: typed },
    })
  })

  test('shows failures with their reason, and nothing that is still queued', async () => {
    const me = await texter(app)
    const number = await dedicated(app, me.tenant)
    const phone = newPhone()
    await setSimulator(app.context, { numberId: number.id, failRate: 1 })
    await me.text(number.id, phone, 'Fails')
    await setSimulator(app.context, { numberId: number.id, failRate: 0, busyRate: 1 })
    await me.text(number.id, phone, 'Busy')
    await setSimulator(app.context, { numberId: number.id, busyRate: 0, offlineMs: 60_000 })
    await me.text(number.id, phone, 'Queued')
    const path = me.path(`${number.id}/texts?phone=${encodeURIComponent(phone)}`)
    const texts = () => pageOfList<Text>(me.browser, path)
    expect((await texts()).data).toMatchObject([
      { body: 'Fails', status: 'failed', error: { code: 'simulated_failure' } },
    ])
    app.clock.advance(60_000)
    await untilIdle(app)
    expect((await texts()).data.map(({ body }) => body)).toEqual(['Queued', 'Busy', 'Fails'])
  })

  test('never shows texts of another workspace or codes of the operator', async () => {
    const [me, other] = [await texter(app), await texter(app)]
    const pool = await simulatorNumber(app)
    const phone = newPhone()
    await me.text(pool.id, phone, 'Mine')
    await other.text(pool.id, phone, 'Theirs')
    const secret = smsCaller(app, await systemSecret(app.context))
    const code = { to: phone, body: 'Your code is 123456', purpose: 'code' }
    expect((await secret.post('/system/send', code)).status).toBe(202)
    await untilIdle(app)
    await other.browser.data('POST', other.path(`${pool.id}/texts`), { from: phone, body: 'To them' })
    const path = `${pool.id}/texts?phone=${encodeURIComponent(phone)}`
    const bodiesOf = async ({ browser, path: of }: typeof me) =>
      (await pageOfList<Text>(browser, of(path))).data.map(({ body }) => body)
    expect(await bodiesOf(me)).toEqual(['Mine'])
    expect(await bodiesOf(other)).toEqual(['To them', 'Theirs'])
  })

  test('has pages', async () => {
    const me = await texter(app)
    const number = await dedicated(app, me.tenant)
    const phone = newPhone()
    const ids: number[] = []
    for (let count = 0; count < 3; count++) ids.unshift(await me.text(number.id, phone))
    const path = me.path(`${number.id}/texts?phone=${encodeURIComponent(phone)}`)
    const first = await pageOfList<Text>(me.browser, `${path}&limit=2`)
    expect([first.data.map(({ id }) => id), first.meta.next_before]).toEqual([ids.slice(0, 2), ids[1]])
    const last = await pageOfList<Text>(me.browser, `${path}&limit=2&before=${ids[1]}`)
    expect([last.data.map(({ id }) => id), last.meta.next_before]).toEqual([ids.slice(2), null])
  })

  test('is invalid_number for an invalid phone, and number_not_found for real and foreign numbers', async () => {
    const [me, other] = [await texter(app), await texter(app)]
    const own = await dedicated(app, me.tenant)
    const foreign = await dedicated(app, other.tenant)
    const real = await addNumber(app.context, {
      phone: newPhone(),
      carrier: 'android',
      assignment: { workspaceId: me.tenant.workspaceId },
    })
    const wrong = await me.browser.call('GET', me.path(`${own.id}/texts?phone=12`))
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { error: { code: 'invalid_number', details: { field: 'phone' } } },
    ])
    for (const id of [foreign.id, real.id])
      expect(await me.browser.refusal('GET', me.path(`${id}/texts?phone=%2B12025550123`))).toEqual([
        404,
        'number_not_found',
      ])
  })

  test('reads a bounded number of messages for a page, also of other numbers, and goes on where it ended', async () => {
    const me = await texter(app)
    const [number, other] = [await dedicated(app, me.tenant), await dedicated(app, me.tenant)]
    const phone = newPhone()
    const first = await me.text(number.id, phone)
    for (let count = 0; count < 3; count++) await me.text(other.id, phone)
    const second = await me.text(number.id, phone)
    const seen: (readonly number[])[] = []
    const filter = { workspaceId: me.tenant.workspaceId, numberId: number.id, phone }
    for (let before: number | null | undefined = undefined; before !== null;) {
      const { rows, nextBefore }: TextsPage = await textsOfPerson(
        app.context.database,
        { ...filter, before },
        { countMax: 5, readMax: 2 },
      )
      seen.push(rows.map(({ id }) => id))
      before = nextBefore
    }
    expect(seen).toEqual([[second], [], [first]])
  })
})
