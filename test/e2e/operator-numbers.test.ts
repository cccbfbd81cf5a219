import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { inForce } from '../../src/identity/in-force.ts'
import { makeOperator } from '../../src/identity/operator/change-operators.ts'
import { receiveText } from '../../src/sms/inbound/receive-text.ts'
import { listAllNumbers } from '../../src/sms/number/operator-numbers.ts'
import { removeNumber } from '../../src/sms/inventory/change-number.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { androidNumber, phonesUrl } from '../android-number.ts'
import type { Tenant } from '../harness.ts'
import { phoneApp } from '../phone-app.ts'
import { newPhone, simulatorNumber, smsCaller } from '../sms-account.ts'
import { simulate } from '../simulate.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const said = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
const wide = { width: 1280, height: 800 }
const display = (phone: string): string => `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`

describe.skipIf(executable === undefined)('the numbers and unrouted texts of operators', () => {
  const e2e = useApp()

  /** An operator with a page open. Colors that fade are measured halfway, hence without motion. */
  async function open(path: string): Promise<Page> {
    const { userId } = await e2e.app.tenant()
    await inForce(e2e.app.context, (tx) => makeOperator(tx, userId, {}))
    return e2e.open(path, { userId, reducedMotion: 'reduce' })
  }

  async function withoutNumbers(): Promise<void> {
    for (const { id } of (await listAllNumbers(e2e.app.context)).numbers)
      await removeNumber(e2e.app.context, id)
  }

  async function writeTo(phone: string, tenant: Tenant): Promise<void> {
    const { number } = await simulatorNumber(e2e.app, { tenant })
    await smsCaller(e2e.app, (await tenant.key('sms')).key).send({ to: phone, body: 'Hello', from: number })
    await simulate(e2e.app.context)
  }

  async function choose(page: Page, name: string): Promise<void> {
    await page.getByRole('searchbox', { name: 'Search workspaces' }).fill(name)
    await page.getByRole('radio', { name, exact: true }).click()
  }

  /** What a key of a member of the workspace sees. */
  const numbersOf = async ({ key }: Tenant): Promise<string[]> => {
    const { get } = smsCaller(e2e.app, (await key('sms')).key)
    return (await get<{ numbers: { number: string }[] }>('/numbers')).body.numbers.map(({ number }) => number)
  }

  test('a number is added to the pool, assigned to a workspace whose members see it, paced, and removed', async () => {
    await withoutNumbers()
    const tenant = await e2e.app.tenant()
    const workspace = `Organization of ${tenant.userId}`
    const page = await open('/operator/numbers')
    await heading(page, 'Numbers').waitFor()
    await page.getByText('No numbers yet.').waitFor()
    await expectNoFaults(page, 'operator-numbers-empty', 390)
    await page.setViewportSize(wide)

    const phone = newPhone()
    await button(page, 'Add number').click()
    const dialog = page.getByRole('dialog', { name: 'Add number' })
    await dialog.getByLabel('Phone number').fill(phone)
    await dialog.getByLabel('Label').fill('Front desk <b>')
    expect(await dialog.getByRole('radio', { name: 'Pool' }).isChecked()).toBe(true)
    await expectNoFaults(page, 'operator-add-number', 390)
    await page.setViewportSize(wide)
    await dialog.getByRole('button', { name: 'Add number', exact: true }).click()
    await said(page, `${display(phone)} was added.`)
    const row = page.getByRole('row', { name: display(phone) })
    for (const text of ['Front desk <b>', 'Pool', 'Simulator', 'Online', 'As fast as it can'])
      await row.getByText(text, { exact: true }).waitFor()
    await expectNoFaults(page, 'operator-numbers', 390)
    await page.setViewportSize(wide)

    await row.getByRole('link', { name: display(phone) }).click()
    await heading(page, display(phone)).waitFor()
    await expectNoFaults(page, 'operator-number', 390)
    await page.setViewportSize(wide)
    await button(page, 'Assign').click()
    const assign = page.getByRole('dialog', { name: `Assign ${display(phone)}` })
    await assign.getByRole('button', { name: 'Assign', exact: true }).click()
    await assign.getByText('Choose a workspace.').waitFor()
    await choose(page, workspace)
    await expectNoFaults(page, 'operator-assign-number', 390)
    await page.setViewportSize(wide)
    await assign.getByRole('button', { name: 'Assign', exact: true }).click()
    await said(page, `${display(phone)} was assigned.`)
    await page.getByRole('link', { name: workspace }).waitFor()
    await expect.poll(async () => (await numbersOf(tenant)).includes(phone)).toBe(true)
    expect(await numbersOf(await e2e.app.tenant())).not.toContain(phone)

    const pace = page.getByRole('form', { name: 'Pace' })
    await pace.getByLabel('Parts in any 30 minutes').fill('none')
    await pace.getByRole('button', { name: 'Save', exact: true }).click()
    await pace.getByText('Enter a whole number of 1 or more, or leave it empty for no limit.').waitFor()
    await pace.getByLabel('Parts in any 30 minutes').fill('30')
    await pace.getByLabel('Parts in any 24 hours').fill('1,500')
    await pace.getByRole('switch', { name: 'Warm up' }).click()
    await pace.getByRole('button', { name: 'Save', exact: true }).click()
    await said(page, 'Pace saved.')
    await page.reload()
    expect(await pace.getByLabel('Parts in any 24 hours').inputValue()).toBe('1500')
    expect(await pace.getByRole('switch', { name: 'Warm up' }).isChecked()).toBe(true)

    await page.getByRole('switch', { name: 'Online' }).click()
    await said(page, `${display(phone)} is offline. Texts wait.`)
    const sms = smsCaller(e2e.app, (await tenant.key('sms')).key)
    const { body } = await sms.send({ to: newPhone(), body: 'Waits', from: phone })

    await button(page, 'Remove').click()
    const remove = page.getByRole('dialog', { name: `Remove ${display(phone)}?` })
    await remove.getByText('1 text that waits for it fails.').waitFor()
    await expectNoFaults(page, 'operator-remove-number', 390)
    await page.setViewportSize(wide)
    const confirm = remove.getByRole('button', { name: 'Remove', exact: true })
    expect(await confirm.getAttribute('aria-disabled')).toBe('true')
    await remove.getByLabel(`Type ${phone} to confirm`).fill(phone)
    await confirm.click()
    await said(page, `${display(phone)} was removed. 1 waiting text failed.`)
    await heading(page, 'Numbers').waitFor()
    await row.waitFor({ state: 'detached' })
    expect((await sms.message(body.messages[0]?.id ?? 0)).body.message.status).toBe('failed')
  })

  test('the first real number of the pool says which simulated ones leave it', async () => {
    e2e.allowFaults(/status of 409/)
    await withoutNumbers()
    const simulated = await simulatorNumber(e2e.app)
    const page = await open('/operator/numbers?dialog=add')
    const dialog = page.getByRole('dialog', { name: 'Add number' })
    const phone = newPhone()
    await dialog.getByLabel('Phone number').fill(phone)
    const leaves = dialog.getByText(`${display(simulated.number)} is simulated and leaves it`)
    expect(await leaves.count()).toBe(0)
    const chooseCarrier = async (name: string) => {
      await dialog.getByRole('combobox', { name: 'Carrier' }).click()
      await page.getByRole('option', { name }).click()
    }
    await chooseCarrier('Android phone')
    await leaves.waitFor()
    await expectNoFaults(page, 'operator-add-real-number', 390)
    await page.setViewportSize(wide)
    await dialog.getByRole('button', { name: 'Add number', exact: true }).click()
    await said(page, `${display(phone)} was added. 1 simulated number left the pool.`)
    const connect = page.getByRole('dialog', { name: 'Connect phone' })
    await connect.getByRole('img', { name: 'QR code' }).waitFor()
    await expectNoFaults(page, 'operator-connect-phone', 390)
    await page.setViewportSize(wide)
    const [code = ''] = /\d{8}/.exec((await connect.innerText()).replaceAll(/\s/g, '')) ?? []
    const app = phoneApp({ url: await phonesUrl(e2e.app) })
    expect(await app.enrol(`Code ${code}`)).toBe(201)
    await connect.getByText('Maker/Model').waitFor()
    await page.keyboard.press('Escape')
    await connect.waitFor({ state: 'detached' })
    await heading(page, display(phone)).waitFor()
    await page.getByRole('definition').filter({ hasText: 'Maker/Model' }).waitFor()
    await expectNoFaults(page, 'operator-android-number', 390)
    await page.setViewportSize(wide)
    await button(page, 'Connect phone').click()
    await connect.getByText('Maker/Model is connected.').waitFor()
    await page.keyboard.press('Escape')
    await connect.waitFor({ state: 'detached' })
    await button(page, 'Disconnect').click()
    const disconnect = page.getByRole('dialog', { name: 'Disconnect Maker/Model?' })
    await disconnect.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await said(page, 'The phone is disconnected.')
    await page.getByText('No phone is connected. Texts wait until one is.').waitFor()
    expect(await app.register()).toBe(401)
    await app.stop()
    await page.goto(`${e2e.origin}/operator/numbers`)
    await page
      .getByRole('row', { name: display(simulated.number) })
      .getByText('Nobody')
      .waitFor()

    await button(page, 'Add number').click()
    await dialog.getByLabel('Phone number').fill(newPhone())
    await dialog.getByText('The pool has real numbers').waitFor()
    await dialog.getByRole('button', { name: 'Add number', exact: true }).click()
    await dialog.getByRole('alert').getByText('would swallow texts').waitFor()
  })

  test('the list is filtered by pool, carrier, state, and workspace, in the address', async () => {
    await withoutNumbers()
    const tenant = await e2e.app.tenant()
    const pooled = await simulatorNumber(e2e.app)
    const own = await simulatorNumber(e2e.app, { tenant, online: false })
    const android = await androidNumber(e2e.app, tenant)
    const page = await open(`/operator/workspaces/${tenant.workspaceId}`)
    const rows = page.getByRole('table', { name: 'Numbers' }).getByRole('rowheader')
    const shown = async (...numbers: readonly { number: string }[]) =>
      expect.poll(() => rows.allInnerTexts()).toEqual(numbers.map(({ number }) => display(number)))
    await page.getByRole('link', { name: 'Numbers of this workspace' }).click()
    await heading(page, 'Numbers').waitFor()
    await shown(android, own)
    const filter = async (label: string, option: string) => {
      await page.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await filter('Carrier', 'Simulator')
    await shown(own)
    await page.reload()
    await shown(own)
    await button(page, `Only workspace Organization of ${tenant.userId}`).click()
    await shown(own, pooled)
    await filter('State', 'Online')
    await shown(pooled)
    await filter('Carrier', 'Android phone')
    await page.getByText('No number matches the filters.').waitFor()
    await page.goto(`${e2e.origin}/operator/numbers?pool=true`)
    await shown(pooled)
  })

  test('an unrouted text arrives live, is assigned by keyboard, and is in the messages of the workspace', async () => {
    await withoutNumbers()
    const { id: numberId } = await simulatorNumber(e2e.app)
    const arrives = (from: string, body: string) =>
      receiveText(e2e.app.context, { numberId, phone: from, body, at: e2e.app.clock.now() })
    const page = await open('/operator/unrouted')
    await heading(page, 'Unrouted texts').waitFor()
    await page.getByText('No unrouted texts.').waitFor()
    await expectNoFaults(page, 'operator-unrouted-empty', 390)
    await page.setViewportSize(wide)
    const [first, second] = [newPhone(), newPhone()]
    await arrives(first, 'Is <b>Ann</b> there?')
    const row = page.getByRole('row', { name: display(first) })
    await row.getByText('Is <b>Ann</b> there?').waitFor()
    await arrives(second, 'Hello?')
    await button(page, 'Show 1 new row').click()
    await page.getByRole('row', { name: display(second) }).waitFor()
    await expectNoFaults(page, 'operator-unrouted', 390)
    await page.setViewportSize(wide)

    const tenant = await e2e.app.tenant()
    const workspace = `Organization of ${tenant.userId}`
    const writer = await e2e.app.tenant()
    await writeTo(first, writer)
    for (let count = 0; count < 5; count++) await e2e.app.tenant()
    await row.getByRole('button', { name: 'Assign' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Assign the text from ${display(first)}` })
    await dialog.getByText('Is <b>Ann</b> there?').waitFor()
    await dialog.getByText('Texted this phone just now').waitFor()
    const suggested = dialog.getByRole('radio').first()
    await expect
      .poll(() => suggested.and(dialog.getByLabel(`Organization of ${writer.userId}`)).count())
      .toBe(1)
    await expectNoFaults(page, 'operator-suggestions', 390)
    await page.setViewportSize(wide)
    await dialog.getByRole('searchbox').focus()
    await page.keyboard.type(workspace)
    await expect.poll(() => dialog.getByRole('radio').count()).toBe(1)
    await expectNoFaults(page, 'operator-assign-text', 390)
    await page.setViewportSize(wide)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: 'Assign', exact: true }).focus()
    await page.keyboard.press('Enter')
    await said(page, `Assigned to ${workspace}.`)
    await row.waitFor({ state: 'detached' })
    const sms = smsCaller(e2e.app, (await tenant.key('sms')).key)
    expect((await sms.list('direction=in')).body.messages).toMatchObject([
      { phone: first, body: 'Is <b>Ann</b> there?' },
    ])
  })

  test('a link opens one text, or says that it is gone', async () => {
    e2e.allowFaults(/status of 404/)
    const { id: numberId } = await simulatorNumber(e2e.app)
    const from = newPhone()
    const text = { numberId, phone: from, body: 'From a link', at: e2e.app.clock.now() }
    const routed = await receiveText(e2e.app.context, text)
    const page = await open(`/operator/unrouted?assign=${'unroutedId' in routed ? routed.unroutedId : 0}`)
    await page.getByRole('dialog').getByText('From a link').waitFor()
    await page.keyboard.press('Escape')
    await button(page, `Actions for ${display(from)}`).click()
    await page.getByRole('menuitem', { name: 'Assign' }).click()
    await page.getByRole('dialog', { name: `Assign the text from ${display(from)}` }).waitFor()
    const gone = await open('/operator/unrouted?assign=99999999')
    await gone.getByText('The text of this link is not on the list any more.').waitFor()
    await expectNoFaults(gone, 'operator-unrouted-gone', 390)
  })

  test('a text that another operator assigned meanwhile is refused with the reason', async () => {
    e2e.allowFaults(/status of 404/)
    const { id: numberId } = await simulatorNumber(e2e.app)
    const from = newPhone()
    await receiveText(e2e.app.context, { numberId, phone: from, body: 'Me', at: e2e.app.clock.now() })
    const tenant = await e2e.app.tenant()
    const page = await open('/operator/unrouted')
    await page
      .getByRole('row', { name: display(from) })
      .getByRole('button', { name: 'Assign' })
      .click()
    const dialog = page.getByRole('dialog')
    await choose(page, `Organization of ${tenant.userId}`)
    // Without an event, as when the other one was faster by a moment.
    await e2e.app.context.database.run(sql`
      update sms.unrouted set assigned_at = received_at, message_id = 0 where phone = ${from}`)
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await dialog.getByRole('alert').getByText('This text is not on the list.').waitFor()
  })

  test.each([
    ['/operator/numbers', 'Numbers'],
    ['/operator/numbers/1', 'Number'],
    ['/operator/unrouted', 'Unrouted texts'],
  ])('%s is for operators only', async (path, name) => {
    const stranger = await e2e.open(path, { userId: (await e2e.app.tenant()).userId })
    await heading(stranger, 'For operators').waitFor()
    expect(await heading(stranger, name).count()).toBe(0)
  })

  test('health links to silent numbers and unrouted texts', async () => {
    await withoutNumbers()
    await androidNumber(e2e.app, await e2e.app.tenant())
    const page = await open('/operator')
    await page.getByRole('link', { name: '0 online and 1 silent' }).click()
    await heading(page, 'Numbers').waitFor()
    await page.goBack()
    await page
      .getByRole('main')
      .getByRole('link', { name: /for a workspace$|^None$/ })
      .click()
    await heading(page, 'Unrouted texts').waitFor()
  })
})
