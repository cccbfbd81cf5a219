import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logIn } from '../../src/console/console.testing.ts'
import {
  changingReceiver,
  deliveriesApp,
  type DeliveriesApp,
  type Hook,
} from '../../src/console/delivery/deliveries.testing.ts'
import { happen, receiver, signed } from '../../src/webhooks/delivery/receiver.testing.ts'
import { buildClient, useBrowsers } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

let app: DeliveriesApp
let origin = ''

const pageOf = ({ tenant, id }: Hook) => `/w/${tenant.workspaceId}/webhooks/${id}`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true })
const deliveries = (page: Page) => page.getByRole('table', { name: 'Deliveries', exact: true })

describe.skipIf(executable === undefined)('webhooks in a browser', () => {
  const browsers = useBrowsers(() => origin)
  const open = async (userId: number, path: string) =>
    browsers.open(path, { cookie: (await logIn(app, userId)).cookie })

  beforeAll(async () => {
    await buildClient()
    app = await deliveriesApp()
    await app.origin('files').listen({ port: 0, host: '127.0.0.1' })
    origin = `http://127.0.0.1:${(app.origin('files').server.address() as AddressInfo).port}`
  })
  // A test may have moved it on; it never goes back.
  beforeEach(() => app.clock.set(new Date(Math.max(Date.now(), app.clock.now().getTime()))))
  afterAll(() => app.close())

  test('are created with a secret that is shown once, and their deliveries appear', async () => {
    await using host = await receiver()
    const tenant = await app.tenant()
    browsers.allowFaults(/status of 400/)
    const page = await open(tenant.userId, `/w/${tenant.workspaceId}/webhooks`)
    await page.getByText('No webhooks yet.').waitFor()
    await expect.poll(() => page.title()).toBe('Webhooks · Bureau')
    await expectNoFaults(page, 'webhooks-empty', 390)
    await page.getByRole('link', { name: 'Create webhook', exact: true }).click()
    await heading(page, 'Create webhook').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('<b>Ours</b>')
    const url = page.getByLabel('URL', { exact: true })
    await url.fill('http://hooks.test/')
    await button(page, 'Create webhook').click()
    await page.getByText('The URL must begin with https:// and name a host.').waitFor()
    expect(await url.getAttribute('aria-invalid')).toBe('true')
    await url.fill('https://192.168.0.1/')
    await button(page, 'Create webhook').click()
    await page.getByText('The host is').waitFor()
    await url.fill(`https://hooks.test:${host.port}/in`)
    await page.getByRole('radio', { name: 'Chosen events', exact: true }).click()
    await button(page, 'Create webhook').click()
    await page.getByText('Choose at least one event.').waitFor()
    await page.getByRole('checkbox', { name: 'file.created', exact: true }).click()
    await expect
      .poll(() => page.getByRole('switch', { name: 'Active', exact: true }).getAttribute('aria-checked'))
      .toBe('true')
    await page.getByText('Show as curl').click()
    await page.evaluate('scrollTo(0, 0)')
    await expectNoFaults(page, 'webhook-new', 390)
    await button(page, 'Create webhook').click()
    const created = dialog(page, 'Webhook created')
    const secret = await created.getByRole('textbox', { name: 'Signing secret', exact: true }).inputValue()
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    await page.keyboard.press('Escape')
    await expectNoFaults(page, 'webhook-created', 390)
    await created.getByRole('button', { name: 'I have saved it' }).click()
    await heading(page, '<b>Ours</b>').waitFor()
    await page.getByText('No deliveries yet.').waitFor()
    expect(await page.content()).not.toContain(secret)
    await happen(app, tenant.workspaceId)
    await expect.poll(() => host.received.length).toBe(1)
    const [got] = host.received
    expect(got?.headers['x-service-signature']).toBe(signed(secret, got?.body ?? ''))
    await deliveries(page).getByRole('row', { name: 'file.created' }).getByText('Delivered').waitFor()
    await happen(app, tenant.workspaceId)
    await button(page, 'Show 1 new row').click()
    await expect.poll(() => deliveries(page).getByRole('row', { name: 'file.created' }).count()).toBe(2)
  })

  test('show a failed delivery with its request and response, and send it again', async () => {
    await using host = await changingReceiver(500)
    const hook = await app.hook(host.port)
    const [failed] = await app.ended(hook, ['failed'])
    await happen(app, hook.tenant.workspaceId, { name: 'file.renamed' })
    await expect.poll(() => host.received.length).toBe(1)
    const page = await open(hook.tenant.userId, pageOf(hook))
    const pending = deliveries(page).getByRole('row', { name: 'file.renamed' })
    await pending.getByText('Pending').waitFor()
    // It counts down from a minute.
    await expect.poll(() => pending.textContent()).toMatch(/[3-6]\d s|1 min/)
    await expectNoFaults(page, 'webhook', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    host.answers(200)
    await deliveries(page).getByRole('link', { name: 'file.created' }).click()
    const details = dialog(page, `Delivery ${failed}`)
    await details.getByText('X-Service-Delivery').waitFor()
    await expectNoFaults(page, 'delivery', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await details.getByRole('tab', { name: 'Response', exact: true }).click()
    expect(new URL(page.url()).search).toBe('?tab=response')
    await details.getByRole('button', { name: 'Send again', exact: true }).click()
    await notifications(page).getByText(`Delivery ${failed} is queued again.`).waitFor()
    await details.getByText('Delivered', { exact: true }).first().waitFor()
    expect(host.received.at(-1)?.delivery).toBe(failed)
    await details.getByText('<b>200</b>', { exact: true }).waitFor()
    await details.getByRole('tab', { name: 'Request', exact: true }).click()
    for (const language of ['Node', 'Python'])
      await details.getByText(`Verify the signature in ${language}`).click()
    await expectNoFaults(page, 'delivery-sent', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('file.created')
    await page.goto(`${origin}${pageOf(hook)}/deliveries/${failed}?tab=response`)
    await details.getByRole('tab', { name: 'Response', exact: true, selected: true }).waitFor()
    await details.getByRole('button', { name: 'Send again', exact: true }).click()
    await notifications(page).getByText(`Delivery ${failed} is queued again.`).waitFor()
  })

  test('send what failed since a time, and a test event', async () => {
    await using host = await receiver()
    const hook = await app.hook(host.port)
    await app.ended(hook, ['failed', 'failed', 'delivered'])
    const page = await open(hook.tenant.userId, pageOf(hook))
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Failed', exact: true }).click()
    await expect.poll(() => deliveries(page).getByRole('row').count()).toBe(3)
    expect(new URL(page.url()).search).toBe('?status=failed')
    await button(page, 'Send failed ones').click()
    const recover = dialog(page, 'Send failed deliveries again')
    await recover.getByRole('combobox', { name: 'Failed since' }).waitFor()
    await expectNoFaults(page, 'webhook-recover', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await recover.getByRole('button', { name: 'Send again', exact: true }).click()
    await page.getByText('2 deliveries queued.').waitFor()
    await expect.poll(() => host.received.length).toBe(2)
    await page.getByText('No deliveries have this status.').waitFor()
    await button(page, 'Send test event').click()
    const sample = dialog(page, 'Send a test event')
    await expectNoFaults(page, 'webhook-test', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await sample.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(() => host.received.length).toBe(3)
    expect(JSON.parse(host.received.at(-1)?.body ?? '')).toMatchObject({ test: true })
  })

  test('rotate their secret through a twin, and are deleted', async () => {
    const hook = await app.hook()
    const page = await open(hook.tenant.userId, pageOf(hook))
    await button(page, 'Rotate secret').click()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Rotate secret')
    await page.keyboard.press('Enter')
    await dialog(page, 'Rotate the signing secret').getByRole('button', { name: 'Create twin' }).click()
    const created = dialog(page, 'Webhook created')
    const secret = await created.getByRole('textbox', { name: 'Signing secret' }).inputValue()
    expect([secret.length, secret === hook.secret]).toEqual([64, false])
    await created.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByText(`This webhook replaces webhook ${hook.id}.`).waitFor()
    await page.reload()
    await page.getByText(`This webhook replaces webhook ${hook.id}.`).waitFor()
    await expectNoFaults(page, 'webhook-twin', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await button(page, 'Delete the old one').click()
    await page.getByText('The old webhook is deleted.').waitFor()
    expect(page.url()).not.toContain('replaces')
    await page.getByRole('switch', { name: 'Active', exact: true }).click()
    await page.getByText('Webhook switched off.').waitFor()
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'Webhooks' })
      .click()
    const table = page.getByRole('table', { name: 'Webhooks', exact: true })
    await expect.poll(() => table.getByRole('row').count()).toBe(2)
    await expectNoFaults(page, 'webhooks', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await button(page, 'Actions for Ours').click()
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    const remove = dialog(page, 'Delete Ours?')
    await expectNoFaults(page, 'webhook-delete', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await remove.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No webhooks yet.').waitFor()
  })

  test('are shown to members, who can change nothing and learn why', async () => {
    const hook = await app.hook()
    const [failed] = await app.ended(hook, ['failed'])
    const { userId } = await app.memberOf(hook)
    const reason = 'Only the owner and admins can change webhooks.'
    const page = await open(userId, `/w/${hook.tenant.workspaceId}/webhooks`)
    const create = page.getByRole('link', { name: 'Create webhook', exact: true })
    await create.waitFor()
    expect(await create.getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('link', { name: 'Ours', exact: true }).click()
    for (const name of ['Send test event', 'Send failed ones', 'Rotate secret', 'Delete']) {
      const locked = button(page, name)
      await locked.waitFor()
      expect(await locked.getAttribute('aria-disabled'), name).toBe('true')
      const described = await locked.getAttribute('aria-describedby')
      expect(await page.locator(`[id="${described}"]`).textContent()).toBe(reason)
    }
    await deliveries(page).getByRole('link', { name: 'file.created' }).click()
    const again = dialog(page, `Delivery ${failed}`).getByRole('button', {
      name: 'Send again',
      exact: true,
    })
    await again.waitFor()
    expect(await again.getAttribute('aria-disabled')).toBe('true')
    await page.goto(`${origin}/w/${hook.tenant.workspaceId}/webhooks/new`)
    await page.getByText(reason).waitFor()
    await page.goto(`${origin}${pageOf(hook)}?dialog=delete`)
    await deliveries(page).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('fit the screen with long names, URLs, and texts', async () => {
    const hook = await app.hook()
    const url = `https://hooks.test:4443/${'long-'.repeat(400)}`
    const events = ['file.created', 'folder.created', 'file.renamed', 'file.moved', 'file.deleted']
    const path = `/workspaces/${hook.tenant.workspaceId}/files/webhooks`
    const body = { name: 'W'.repeat(120), url, events }
    const { webhook } = await hook.owner.data<{ webhook: { id: number } }>('POST', path, body)
    await app.ended({ ...hook, id: webhook.id }, ['failed', 'delivered', 'failed'])
    const page = await open(hook.tenant.userId, `/w/${hook.tenant.workspaceId}/webhooks`)
    await page.getByRole('link', { name: body.name, exact: true }).waitFor()
    await expectNoFaults(page, 'webhooks-long', 390)
    await page.getByRole('link', { name: body.name, exact: true }).click()
    await deliveries(page).waitFor()
    await expectNoFaults(page, 'webhook-long', 390)
  })

  test('that do not exist say so', async () => {
    const hook = await app.hook()
    browsers.allowFaults(/status of 404/)
    const page = await open(hook.tenant.userId, `/w/${hook.tenant.workspaceId}/webhooks/999999`)
    await page.getByRole('alert').getByText('Not found').waitFor()
  })
})
