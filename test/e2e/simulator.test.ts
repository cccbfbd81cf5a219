import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { displayPhone } from '../../src/sms/phone.ts'
import { startLoops } from '../../src/platform/jobs/loop.ts'
import { confirmTexts, handOverTexts } from '../../src/sms/carrier/simulator/loops.ts'
import { textsChannel } from '../../src/sms/carrier/simulator/model.ts'
import { simulateInbound } from '../../src/sms/carrier/simulator/operate-simulator.ts'
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
    await page.getByText('People appear here after this workspace has texted them.').waitFor()
    await expect.poll(() => page.getByRole('list', { name: 'People' }).count()).toBe(1)
    await expectNoFaults(page, 'simulator-nobody', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
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

  test('texts fail, wait, and arrive as the number is told to behave', async () => {
    const me = await texter()
    const number = await dedicated(me.tenant)
    const phone = newPhone()
    const page = await me.open(`?number=${number.id}&phone=${encodeURIComponent(phone)}`)
    const other = await me.open(`?number=${number.id}`)
    await page.getByText('anybody can write to it first').waitFor()
    await page.getByRole('button', { name: 'Behavior' }).click()
    const dialog = page.getByRole('dialog', { name: 'Behavior' })
    await dialog.getByLabel('Texts that fail, in percent').fill('200')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter a number from 0 to 100.').waitFor()
    await dialog.getByLabel('Texts that fail, in percent').fill('100')
    await expectNoFaults(page, 'simulator-behavior', 390)
    await dialog.getByRole('button', { name: 'Save' }).click()
    for (const each of [page, other]) await each.getByText('100% fail').waitFor()
    await me.send({ to: phone, body: 'Lost', from: number.id })
    await article(page, 'Lost').getByText('Not delivered').waitFor()
    await article(page, 'Lost').getByText('simulated failure').waitFor()

    await page.getByRole('button', { name: 'Behavior' }).click()
    await dialog.getByLabel('Texts that fail, in percent').fill('0')
    await dialog.getByLabel('Delivery delay in seconds').fill('1.5')
    await dialog.getByRole('combobox', { name: 'Offline' }).click()
    await page.getByRole('option', { name: 'For 5 min' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('back in').waitFor()
    await me.send({ to: phone, body: 'Later', from: number.id })
    await page.getByRole('button', { name: 'Behavior' }).click()
    await dialog.getByRole('combobox', { name: 'Offline' }).click()
    await page.getByRole('option', { name: 'Back online now' }).click()
    await expect.poll(() => article(page, 'Later').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await article(page, 'Later').getByText('On its way').waitFor()
    e2e.app.clock.advance(1500)
    e2e.app.context.notifications.notify(textsChannel)
    await article(page, 'Later').getByText('Arrived').waitFor()
    await expectNoFaults(page, 'simulator-failures', 390)
  })

  test('the shared number is changed by operators, an own one by admins, and others read why not', async () => {
    const { workspaceId, ownerId, memberId } = await e2e.organization()
    const own = await simulatorNumber(e2e.app, { tenant: { workspaceId } as Tenant })
    const reasonOn = async (number: number, userId: number) => {
      const page = await e2e.open(`/w/${workspaceId}/simulator?number=${number}&behavior=true`, {
        userId,
        reducedMotion: 'reduce',
      })
      const save = page.getByRole('dialog', { name: 'Behavior' }).getByRole('button', { name: 'Save' })
      await save.waitFor()
      return {
        page,
        disabled: await save.getAttribute('aria-disabled'),
        text: await page.getByRole('dialog').innerText(),
      }
    }
    const shared = await reasonOn(pool.id, ownerId)
    expect(shared).toMatchObject({
      disabled: 'true',
      text: expect.stringContaining('Only operators may change how it behaves.') as string,
    })
    await expectNoFaults(shared.page, 'simulator-behavior-shared', 390)
    expect(await reasonOn(own.id, memberId)).toMatchObject({
      disabled: 'true',
      text: expect.stringContaining('Only the owner and admins may change') as string,
    })
    expect((await reasonOn(own.id, ownerId)).disabled).toBeNull()
  })

  test('at 390 px, the people and a thread are one at a time, and the keyboard is enough', async () => {
    const me = await texter()
    const number = await dedicated(me.tenant)
    const [ann, bob] = [newPhone(), newPhone()]
    for (const to of [ann, bob]) await me.send({ to, body: `Hello ${to}`, from: number.id })
    const page = await me.open(`?number=${number.id}`, { width: 390 })
    const people = page.getByRole('list', { name: 'People' })
    await people.getByRole('link', { name: shown(ann) }).focus()
    await page.keyboard.press('Enter')
    await article(page, `Hello ${ann}`).waitFor()
    await people.waitFor({ state: 'hidden' })
    await page.locator('textarea:focus').waitFor()
    await page.keyboard.type('From the keyboard')
    await page.keyboard.press('Enter')
    await article(page, 'From the keyboard').waitFor()
    expect(await inbound(me)).toEqual(['From the keyboard'])
    await page.getByRole('link', { name: 'People' }).focus()
    await page.keyboard.press('Enter')
    await people.waitFor()
    await people.getByText('You: From the keyboard').waitFor()
    await page.locator('a:focus', { hasText: shown(ann) }).waitFor()
    await page.getByRole('textbox', { name: 'Phone number' }).focus()
    await page.keyboard.type('202 555 0142')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('phone') === '+12025550142')
    await page.locator('textarea:focus').waitFor()
    await page.keyboard.type('Me first')
    await page.keyboard.press('Enter')
    await article(page, 'Me first').waitFor()
    await page.goBack()
    await people.getByRole('link', { name: '(202) 555-0142' }).waitFor()
  })

  test('nobody moves under the pointer: new people wait until it leaves the list', async () => {
    const me = await texter()
    const number = await dedicated(me.tenant)
    const [ann, bob] = [newPhone(), newPhone()]
    await me.send({ to: ann, body: 'First', from: number.id })
    const page = await me.open(`?number=${number.id}&phone=${encodeURIComponent(ann)}`)
    const names = () => page.getByRole('list', { name: 'People' }).getByRole('listitem').allInnerTexts()
    await article(page, 'First').waitFor()
    await page.getByRole('list', { name: 'People' }).hover()
    await me.send({ to: bob, body: 'Second', from: number.id })
    // What it shows of the others is up to date.
    await me.send({ to: ann, body: 'Third', from: number.id })
    await article(page, 'Third').waitFor()
    await expect.poll(names).toEqual([expect.stringContaining('Third')])
    await me.send({ to: bob, body: 'Fourth', from: number.id })
    await page.getByRole('heading', { name: 'Simulator' }).hover()
    await expect.poll(names).toEqual([expect.stringContaining('Fourth'), expect.stringContaining('Third')])
  })

  test('the text of the first steps is answered here', async () => {
    const { workspaceId, ownerId } = await e2e.organization()
    const page = await e2e.open(`/w/${workspaceId}`, { userId: ownerId, reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Send text' }).click()
    await page.getByRole('link', { name: 'Answer it in the simulator' }).click()
    await article(page, 'Hello').getByText('Arrived').waitFor()
    await answer(page, 'Hello to you')
    await article(page, 'Hello to you').waitFor()
    await page.getByRole('link', { name: 'Open in Messages' }).click()
    await texts(page).getByText('Hello to you').waitFor()
  })

  test('earlier texts are fetched on demand', async () => {
    const me = await texter()
    const number = await dedicated(me.tenant)
    const phone = newPhone()
    const count = 60
    for (let at = 1; at <= count; at++)
      await simulateInbound(e2e.app.context, { numberId: number.id, from: phone, body: `Text ${at}` })
    const page = await me.open(`?number=${number.id}&phone=${encodeURIComponent(phone)}`)
    await article(page, 'Text 60').waitFor()
    expect(await article(page, 'Text 60').isVisible()).toBe(true)
    await expect.poll(() => texts(page).getByRole('article').count()).toBe(50)
    await page.getByRole('button', { name: 'Earlier texts' }).click()
    await expect.poll(() => texts(page).getByRole('article').count()).toBe(count)
    expect(await texts(page).getByRole('article').first().innerText()).toContain('Text 1')
  })

  test('an invalid phone number is reported at its field, and an example is offered', async () => {
    e2e.allowFaults(/status of 400/)
    const me = await texter()
    const page = await me.open(`?number=${pool.id}`)
    await page.getByText('People appear here after this workspace has texted them.').waitFor()
    await expectNoFaults(page, 'simulator-empty', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('textbox', { name: 'Phone number' }).fill('12')
    await page.getByRole('button', { name: 'Add person' }).click()
    await page.getByText('"12" is not a phone number').waitFor()
    const example = page.getByRole('button', { name: /^Use / })
    const phone = (await example.innerText()).replace('Use ', '')
    expect(phone).not.toBe(displayPhone(pool.number))
    await example.click()
    await page.getByRole('button', { name: 'Add person' }).click()
    await page.getByRole('region', { name: phone }).waitFor()
  })
})

describe.skipIf(executable === undefined)('the simulator where all numbers are real', () => {
  const e2e = useApp()

  test('says so, and how to get a simulated one', async () => {
    const { userId, workspaceId } = await e2e.app.tenant()
    const page = await e2e.open(`/w/${workspaceId}/simulator`, { userId, reducedMotion: 'reduce' })
    await page.getByText('This workspace has no simulated numbers.').waitFor()
    await expectNoFaults(page, 'simulator-none', 390)
  })
})
