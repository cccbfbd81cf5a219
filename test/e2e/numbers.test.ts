import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { listMails } from '../../src/platform/mail/store.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { watchPhones } from '../../src/sms/carrier/android/phone/watch-phones.ts'
import { changeNumber, putOnline, setSendRate } from '../../src/sms/inventory/change-number.ts'
import { androidNumber, enrolledPhone, phonesUrl } from '../android-number.ts'
import type { Tenant } from '../harness.ts'
import { phoneApp, type PhoneApp } from '../phone-app.ts'
import { simulatorNumber, smsCaller } from '../sms-account.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

describe.skipIf(executable === undefined)('Numbers in a browser', () => {
  const e2e = useApp()

  type Place = Pick<Tenant, 'workspaceId' | 'userId'>

  const visit = ({ workspaceId, userId }: Place, path = '') =>
    e2e.open(`/w/${workspaceId}/numbers${path}`, { userId, reducedMotion: 'reduce' })

  const connect = (page: Page) => page.getByRole('button', { name: 'Connect phone', exact: true })
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Connect phone' })
  const stateOf = (page: Page) => page.locator('dl').first()

  /** The code that the dialog shows. */
  async function shownCode(page: Page): Promise<string> {
    await dialogOf(page).getByRole('img', { name: 'QR code' }).waitFor()
    return /(?<!\d)\d{8}(?!\d)/.exec((await dialogOf(page).textContent()) ?? '')?.[0] ?? ''
  }

  const newApp = async (): Promise<PhoneApp> =>
    phoneApp({ url: await phonesUrl(e2e.app), now: () => e2e.app.clock.now() })

  const setLabel = (id: number, label: string) =>
    e2e.app.context.database.transaction((tx) => changeNumber(tx, e2e.app.context, id, { label }))

  test('an empty list says who adds numbers', async () => {
    const page = await visit(await e2e.app.tenant())
    await page.getByText('No numbers yet. Ask your operator.').waitFor()
    await expectNoFaults(page, 'numbers-empty', 390)
  })

  test('the list shows how each number is, and leads to its page', async () => {
    const tenant = await e2e.app.tenant()
    const { number, phone } = await enrolledPhone(e2e.app, { tenant })
    await setLabel(number.id, 'Front desk')
    await setSendRate(e2e.app.context, number.id, { perHalfHour: 30, perDay: 500 })
    const checks = {
      'battery:level': { status: 'pass', observedValue: 82 },
      'battery:charging': { status: 'pass', observedValue: 1 },
      'connection:transport': { status: 'pass', observedValue: 4 },
    }
    await phone.post('system:ping', { health: { status: 'pass', checks } })
    const sms = smsCaller(e2e.app, (await tenant.key('sms')).key)
    for (const body of ['One', 'Two']) await sms.send({ to: '+12025550123', body, from: number.id })
    await phone.fetchWork()
    await simulatorNumber(e2e.app, { tenant, online: false })
    const page = await visit(tenant)
    const row = page.getByRole('row').filter({ hasText: 'Front desk' })
    const menu = (of: Locator) => of.getByRole('button', { name: /^Actions for \(202\) 555-/ })
    await menu(page.getByRole('row').filter({ hasText: 'simulated' })).click()
    await page.getByRole('menuitem', { name: 'Details' }).waitFor()
    const connects = page.getByRole('menuitem', { name: 'Connect phone' })
    expect(await connects.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    await menu(row).click()
    await connects.click()
    await dialogOf(page).getByText('Maker/Model is connected. It is cut off').waitFor()
    await page.goBack()
    await dialogOf(page).waitFor({ state: 'detached' })
    for (const fact of ['Dedicated', 'Online', '82%, charging', '2 of 30 in 30 min'])
      await row.getByText(fact, { exact: true }).waitFor()
    await page.getByRole('row').filter({ hasText: 'simulated' }).getByText('Offline').waitFor()
    await expectNoFaults(page, 'numbers-list', 390)
    await row.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: /^\(202\) 555-/ }).waitFor()
    await page.getByRole('meter', { name: 'Half-hour budget' }).waitFor()
    await page.getByText('2 of 30 parts in 30 minutes').waitFor()
    for (const fact of ['Maker/Model', '1.68.0', 'Wi-Fi', 'The phone decides'])
      await page.getByText(fact, { exact: true }).waitFor()
    await expectNoFaults(page, 'numbers-number', 390)
  })

  test('a phone connects with the code on the screen, sends, goes silent, and comes back', async () => {
    const { app } = e2e
    const tenant = await app.tenant()
    const number = await androidNumber(app, tenant)
    const sms = smsCaller(app, (await tenant.key('sms')).key)
    await sms.send({ to: '+12025550123', body: 'Hello', from: number.id })
    const page = await visit(tenant, `/${number.id}`)
    await page.getByText('No phone is connected. Texts wait until one is.').waitFor()
    await connect(page).click()
    const code = await shownCode(page)
    await dialogOf(page).getByText('The code works for').waitFor()
    await expectNoFaults(page, 'numbers-connect', 390)
    const phone = await newApp()
    expect(await phone.enrol(`Code ${code}`)).toBe(201)
    await dialogOf(page).getByText('Connected: Maker/Model').waitFor()
    await expectNoFaults(page, 'numbers-connected', 390)
    await page.getByRole('button', { name: 'Done' }).click()
    await stateOf(page).getByText('Online', { exact: true }).waitFor()
    await phone.refresh()
    await phone.fetchWork()
    expect(phone.radio).toMatchObject([{ to: '+12025550123', text: 'Hello' }])

    const context = {
      ...app.context,
      settings: { ...app.context.settings, phoneAlertsTo: ['desk@example.org'] },
    }
    const watch = watchPhones()
    await watch.run(context)
    app.clock.advance(12 * 60_000)
    await watch.run(context)
    await stateOf(page).getByText('Offline', { exact: true }).waitFor()
    const silent = page.getByRole('row').filter({ hasText: 'The phone was silent for 11 minutes' })
    await silent.getByText('Offline').waitFor()
    await expectNoFaults(page, 'numbers-offline', 390)
    const home = await e2e.open(`/w/${tenant.workspaceId}`, { userId: tenant.userId })
    const line = home.getByRole('link', { name: '1 phone is silent' })
    await line.waitFor()
    await expectNoFaults(home, 'numbers-home', 390)
    await line.click()
    await home.getByRole('heading', { level: 1, name: 'Numbers' }).waitFor()

    await phone.register()
    await stateOf(page).getByText('Online', { exact: true }).waitFor()
    await watch.run(context)
    const mails = await listMails(app.context.database, { to: 'desk@example.org' })
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/back$/),
      expect.stringMatching(/silent$/),
    ])
  })

  test('the page shows a pause with its end, and a day as a bar and a table', async () => {
    const { app } = e2e
    const tenant = await app.tenant()
    const { number, phone } = await enrolledPhone(app, { tenant })
    await setSendRate(app.context, number.id, { perHalfHour: 2, perDay: 40 })
    const sms = smsCaller(app, (await tenant.key('sms')).key)
    for (const body of ['One', 'Two', 'Three']) await sms.send({ to: '+12025550123', body, from: number.id })
    await phone.fetchWork()
    const now = app.clock.now().getTime()
    await app.context.database.run(sql`
      update sms.number set added_at = ${new Date(now - 30 * 86_400_000)} where id = ${number.id}`)
    await app.context.database.run(sql`delete from sms.number_change where number_id = ${number.id}`)
    for (let hour = 1; hour < 13; hour++)
      for (const [minutes, online, reason] of [
        [hour * 9, false, 'silent'],
        [0, true, 'connected'],
      ] as const) {
        const at = new Date(now - (26 - 2 * hour) * 3_600_000 - minutes * 60_000)
        await app.context.database.run(sql`
          insert into sms.number_change (number_id, at, online, reason) values (${number.id}, ${at}, ${online}, ${reason})`)
      }
    const page = await visit(tenant, `/${number.id}`)
    await stateOf(page).getByText('Paused', { exact: true }).waitFor()
    await stateOf(page)
      .getByText(/^Paused until .*M, because it reached a sending limit\. Texts wait\.$/)
      .waitFor()
    await page.getByText('2 of 2 parts in 30 minutes').waitFor()
    await page.getByText(/^More texts can be sent at /).waitFor()
    await page.getByText(/^Online \d\d% of the time\.$/).waitFor()
    await page.getByText('13 earlier changes are not listed.').waitFor()
    await expectNoFaults(page, 'numbers-day', 390)
  })

  test('another code cuts off the connected phone, after it says so', async () => {
    const tenant = await e2e.app.tenant()
    const { number, phone } = await enrolledPhone(e2e.app, { tenant })
    const page = await visit(tenant, `/${number.id}`)
    await connect(page).click()
    await dialogOf(page).getByText('Maker/Model is connected. It is cut off').waitFor()
    await expectNoFaults(page, 'numbers-replace', 390)
    expect(await phone.register()).toBe(204)
    await page.getByRole('button', { name: 'Continue' }).click()
    const code = await shownCode(page)
    expect(await phone.listed().catch((error: unknown) => String(error))).toContain('401')
    const other = await newApp()
    e2e.app.clock.advance(1000)
    expect(await other.enrol(`Code ${code}`)).toBe(201)
    await dialogOf(page).getByText('Connected: Maker/Model').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Disconnect' }).click()
    const confirm = page.getByRole('dialog', { name: 'Disconnect Maker/Model?' })
    await confirm.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('No phone is connected. Texts wait until one is.').waitFor()
    expect(await other.register()).toBe(401)
  })

  test('Back closes the dialog, and Forward makes no other code', async () => {
    const tenant = await e2e.app.tenant()
    const { id } = await androidNumber(e2e.app, tenant)
    const page = await visit(tenant, `/${id}`)
    await connect(page).click()
    const code = await shownCode(page)
    await page.goBack()
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.goForward()
    await dialogOf(page).getByText('You get a code that works for ten minutes.').waitFor()
    expect(await (await newApp()).enrol(`Code ${code}`)).toBe(201)
  })

  test('an address opens the dialog and makes no code by itself', async () => {
    const tenant = await e2e.app.tenant()
    const { id, code } = await androidNumber(e2e.app, tenant)
    const page = await visit(tenant, `/${id}?dialog=connect`)
    await dialogOf(page).getByText('You get a code that works for ten minutes.').waitFor()
    expect(await (await newApp()).enrol(`Code ${code}`)).toBe(201)
    await stateOf(page).getByText('Online', { exact: true }).waitFor()
  })

  test('a code that has expired is replaced in the dialog', async () => {
    const tenant = await e2e.app.tenant()
    const { id } = await androidNumber(e2e.app, tenant)
    const page = await visit(tenant, `/${id}`)
    await page.clock.install()
    await connect(page).click()
    const first = await shownCode(page)
    await page.clock.fastForward('40:00')
    await dialogOf(page).getByText('The code has expired.').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Make another code' }).click()
    await expect.poll(() => shownCode(page)).not.toBe(first)
  })

  test('members, numbers of the pool, and simulated numbers say why no phone can be connected', async () => {
    const { app } = e2e
    const { workspaceId, ownerId, memberId } = await e2e.organization()
    const owner = { workspaceId, userId: ownerId }
    const own = await androidNumber(app, owner as Tenant)
    const simulated = await simulatorNumber(app, { tenant: owner as Tenant })
    const pool = await androidNumber(app)
    for (const [who, { id }, reason] of [
      [{ workspaceId, userId: memberId }, own, 'Only admins and the owner connect phones.'],
      [owner, simulated, 'This number is simulated, so it needs no phone.'],
      [owner, pool, 'The number belongs to the pool. Your operator connects its phone.'],
    ] as const) {
      const page = await visit(who, `/${id}`)
      await expect.poll(() => connect(page).getAttribute('aria-disabled')).toBe('true')
      const description = await connect(page).getAttribute('aria-describedby')
      expect(await page.locator(`[id="${description}"]`).textContent()).toBe(reason)
      await connect(page).click({ force: true })
      expect(await dialogOf(page).count()).toBe(0)
    }
    await putOnline(app.context, pool.id, false)
  })

  test('a number of another workspace is not found', async () => {
    e2e.allowFaults(/status of 404/)
    const [tenant, other] = [await e2e.app.tenant(), await e2e.app.tenant()]
    const { id } = await androidNumber(e2e.app, other)
    const page = await visit(tenant, `/${id}`)
    await page.getByText('There is no such number.').waitFor()
    await expectNoFaults(page, 'numbers-not-found', 390)
  })
})
