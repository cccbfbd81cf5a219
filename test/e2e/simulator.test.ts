import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLoops } from '../../src/platform/jobs/loop.ts'
import { confirmTexts, handOverTexts } from '../../src/sms/carrier/simulator/loops.ts'
import type { Tenant } from '../harness.ts'
import { newPhone, simulatorNumber, smsCaller, type TestNumber } from '../sms-account.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

describe.skipIf(executable === undefined)('the simulator in a browser', () => {
  const e2e = useApp()
  let loops: ReturnType<typeof startLoops>
  let pool: TestNumber
  beforeAll(async () => {
    pool = await simulatorNumber(e2e.app)
    loops = startLoops({ loops: [handOverTexts, confirmTexts], context: e2e.app.context })
  })
  afterAll(() => loops.stop())

  /** A tenant with a key, and the simulator of their workspace. */
  async function texter() {
    const tenant = await e2e.app.tenant()
    const caller = smsCaller(e2e.app, (await tenant.key('sms')).key)
    const open = (query = '', options: { width?: number; userId?: number } = {}) =>
      e2e.open(`/w/${tenant.workspaceId}/simulator${query}`, {
        userId: options.userId ?? tenant.userId,
        reducedMotion: 'reduce',
        ...(options.width !== undefined && { viewport: { width: options.width, height: 844 } }),
      })
    return { ...caller, tenant, open }
  }
  type Texter = Awaited<ReturnType<typeof texter>>

  const dedicated = (tenant: Tenant) => simulatorNumber(e2e.app, { tenant })

  const shown = (phone: string) => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
  const choose = (page: Page, phone: string) =>
    page
      .getByRole('list', { name: 'People' })
      .getByRole('link', { name: shown(phone) })
      .click()
  const texts = (page: Page) => page.getByRole('log', { name: 'Texts' })
  const article = (page: Page, body: string) =>
    texts(page)
      .getByRole('article')
      .filter({ has: page.getByText(body, { exact: true }) })
  const answer = async (page: Page, body: string) => {
    await page.getByRole('textbox', { name: 'Answer' }).fill(body)
    await page.getByRole('button', { name: 'Send answer' }).click()
  }
  const inbound = async ({ list }: Texter) =>
    (await list('direction=in')).body.messages.map(({ body }) => body)

  test('a text arrives live, and its answer is an inbound message', async () => {
    const me = await texter()
    const phone = newPhone()
    const page = await me.open()
    await page.getByText('Nobody has texts yet.').waitFor()
    await me.send({ to: phone, body: 'Dinner at 7?' })
    await choose(page, phone)
    await article(page, 'Dinner at 7?').getByText('Arrived').waitFor()
    await page.getByRole('textbox', { name: 'Answer' }).fill('Yes!')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('See you')
    await page.keyboard.press('Enter')
    await texts(page).getByText('See you').waitFor()
    expect(await inbound(me)).toEqual(['Yes!\nSee you'])
    expect(await page.getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('')
    await me.send({ to: phone, body: 'Bring wine' })
    await article(page, 'Bring wine').getByText('Arrived').waitFor()
    await expectNoFaults(page, 'simulator', 390)
  })

  test('STOP makes later sends fail, and START lets them pass again', async () => {
    const me = await texter()
    const number = await dedicated(me.tenant)
    const phone = newPhone()
    await me.send({ to: phone, body: 'Sale today', from: number.id })
    const page = await me.open(`?number=${number.id}`)
    await choose(page, phone)
    await article(page, 'Sale today').getByText('Arrived').waitFor()
    await page.getByRole('button', { name: 'STOP' }).click()
    await article(page, 'STOP').waitFor()
    const stopped = (await me.send({ to: phone, body: 'Another sale', from: number.id })).body.messages[0]
    expect((await me.message(stopped?.id ?? 0)).body.message).toMatchObject({
      status: 'failed',
      error: { code: 'opted_out' },
    })
    await page.getByRole('button', { name: 'START' }).click()
    await article(page, 'START').waitFor()
    await me.send({ to: phone, body: 'Welcome back', from: number.id })
    await article(page, 'Welcome back').getByText('Arrived').waitFor()
    expect(await article(page, 'Another sale').count()).toBe(0)
  })

  test('on the shared number, a person answers the workspace that texted them last', async () => {
    e2e.allowFaults(/status of 409/)
    const [me, other] = [await texter(), await texter()]
    const phone = newPhone()
    const page = await me.open(`?number=${pool.id}`)
    await page.getByRole('textbox', { name: 'Phone number' }).fill(shown(phone))
    await page.getByRole('button', { name: 'Add person' }).click()
    await page.getByText('can answer only after this workspace has texted them').waitFor()
    const send = page.getByRole('button', { name: 'Send answer' })
    expect(await send.getAttribute('aria-disabled')).toBe('true')
    const link = await texts(page).getByRole('link', { name: 'New message' }).getAttribute('href')
    expect(link).toBe(`/w/${me.tenant.workspaceId}/messages/new?to=${encodeURIComponent(phone)}`)
    await me.send({ to: phone, body: 'From one', from: pool.id })
    await article(page, 'From one').waitFor()
    await answer(page, 'To one')
    await article(page, 'To one').waitFor()
    e2e.app.clock.advance(1000)
    const theirs = await other.open(`?number=${pool.id}&phone=${encodeURIComponent(phone)}`)
    await other.send({ to: phone, body: 'From two', from: pool.id })
    await article(theirs, 'From two').getByText('Arrived').waitFor()
    expect(await article(theirs, 'To one').count()).toBe(0)
    await answer(page, 'To one again')
    await page.getByText('the last text to this person was not from this workspace').waitFor()
    expect(await page.getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('To one again')
    expect([await inbound(me), await inbound(other)]).toEqual([['To one'], []])
    await expectNoFaults(page, 'simulator-refused', 390)
  })
})
