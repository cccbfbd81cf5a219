import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber } from '../../../test/sms-account.ts'
import { peopleOfNumber } from '../../sms/carrier/simulator/person-store.ts'
import { setSimulator } from '../../sms/carrier/simulator/operate-simulator.ts'
import { pageOfList } from '../operator/operator.testing.ts'
import { dedicated, texter } from './simulator.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

interface Person {
  readonly phone: string
  readonly display: string
  readonly last: { readonly body: string; readonly direction: string; readonly status: string }
}

describe('listSimulatedPeople', () => {
  test('has the people of a number, newest first, with their last text', async () => {
    const me = await texter(app)
    const number = await dedicated(app, me.tenant)
    const [ann, bob] = [newPhone(), newPhone()]
    await me.text(number.id, ann, 'One')
    await me.text(number.id, bob, 'Two')
    await me.browser.data('POST', me.path(`${number.id}/texts`), { from: ann, body: 'Three' })
    const { data, meta } = await pageOfList<Person>(me.browser, me.path(`${number.id}/people`))
    expect(data).toMatchObject([
      { phone: ann, last: { body: 'Three', direction: 'in', status: 'received' } },
      { phone: bob, last: { body: 'Two', direction: 'out', status: 'delivered' } },
    ])
    expect(data[0]?.display).toMatch(/^\(202\) 555-/)
    expect(meta).toEqual({ next_before: null })
  })

  test('does not have people whose text is still queued, or of other numbers and workspaces', async () => {
    const [me, other] = [await texter(app), await texter(app)]
    const [pool, own] = [await simulatorNumber(app), await dedicated(app, me.tenant)]
    const phone = newPhone()
    await other.text(pool.id, phone, 'Not yours')
    await me.text(own.id, newPhone())
    await setSimulator(app.context, { numberId: pool.id, offlineMs: 60_000 })
    await me.text(pool.id, phone, 'Queued')
    const peopleOf = async ({ browser, path }: typeof me) =>
      (await pageOfList<Person>(browser, path(`${pool.id}/people`))).data.map(({ last }) => last.body)
    expect(await peopleOf(me)).toEqual([])
    expect(await peopleOf(other)).toEqual(['Not yours'])
  })

  test('has pages, and everybody is on one of them', async () => {
    const me = await texter(app)
    const number = await dedicated(app, me.tenant)
    const phones = Array.from({ length: 5 }, newPhone)
    for (const phone of [...phones, ...phones]) await me.text(number.id, phone)
    const path = me.path(`${number.id}/people`)
    const seen: string[] = []
    let before = ''
    for (let pages = 0; pages < 3; pages++) {
      const { data, meta } = await pageOfList<Person>(me.browser, `${path}?limit=2${before}`)
      seen.push(...data.map(({ phone }) => phone))
      before = `&before=${meta.next_before}`
      expect(meta.next_before === null).toBe(pages === 2)
    }
    expect(seen).toEqual(phones.toReversed())
    for (const query of ['limit=0', 'limit=101', 'before=x'])
      expect(await me.browser.refusal('GET', `${path}?${query}`)).toEqual([400, 'invalid_request'])
  })

  test('reads a bounded number of messages for a page, and goes on where it ended', async () => {
    const me = await texter(app)
    const number = await dedicated(app, me.tenant)
    const [ann, bob] = [newPhone(), newPhone()]
    await me.text(number.id, ann)
    for (let count = 0; count < 4; count++) await me.text(number.id, bob)
    const { workspaceId } = me.tenant
    const page = (before: number | undefined) =>
      peopleOfNumber(
        app.context.database,
        { workspaceId, numberId: number.id, before },
        { countMax: 5, readMax: 2 },
      )
    const first = await page(undefined)
    const second = await page(first.nextBefore ?? 0)
    const third = await page(second.nextBefore ?? 0)
    expect([first, second, third].map(({ rows }) => rows.map(({ phone }) => phone))).toEqual([
      [bob],
      [],
      [ann],
    ])
    expect(third.nextBefore).toBeNull()
  })

  test('is number_not_found for a number of another workspace', async () => {
    const [me, other] = [await texter(app), await texter(app)]
    const { id } = await dedicated(app, other.tenant)
    for (const number of [id, 987_654_321, 'x'])
      expect(await me.browser.refusal('GET', me.path(`${number}/people`))).toEqual([404, 'number_not_found'])
  })
})
