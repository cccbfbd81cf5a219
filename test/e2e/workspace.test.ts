import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rightPassword } from '../../src/account/account.testing.ts'
import { audit } from '../../src/identity/audit/audit.ts'
import type { AuditEntry } from '../../src/identity/audit/store.ts'
import { logIn } from '../../src/console/console.testing.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { filesClient } from '../files-client.ts'
import { testApp, type Tenant, type TestApp } from '../harness.ts'
import { newPhone, simulatorNumber, smsCaller } from '../sms-account.ts'
import { executable, expectNoFaults, launch } from './browser.ts'

let app: TestApp
let browser: Browser
let address: string

/** Errors, what the policy refused, and requests to elsewhere. */
const faults: string[] = []

const wide = { width: 1280, height: 800 }

async function openPage(): Promise<Page> {
  const page = await (await browser.newContext({ viewport: wide, reducedMotion: 'reduce' })).newPage()
  page.on('pageerror', (error) => void faults.push(String(error)))
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !message.text().startsWith('Failed to load resource: the server responded with a status of 4')
    )
      faults.push(message.text())
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!/^(data|blob):/.test(url) && !url.startsWith(address)) faults.push(url)
  })
  return page
}

/** A page of a person who is logged in. */
async function openFor(userId: number): Promise<Page> {
  const { cookie } = await logIn(app, userId)
  const [name = '', value = ''] = cookie.split('=')
  const page = await openPage()
  await page.context().addCookies([{ name, value, url: address }])
  return page
}

const go = (page: Page, { workspaceId }: Tenant, path: string) =>
  page.goto(`${address}/w/${workspaceId}${path}`)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rowOf = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

async function openMenu(page: Page, name: string): Promise<void> {
  await button(page, `Actions for ${name}`).click()
}

async function choose(page: Page, name: string, item: string): Promise<void> {
  await openMenu(page, name)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Checks the page in each look, and goes back to the wide one. */
async function look(page: Page, name: string): Promise<void> {
  await expectNoFaults(page, `workspace-${name}`, 390)
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light' })
}

const emailOf = async (userId: number): Promise<string> =>
  (
    await app.context.database.one<{ email: string }>(
      sql`select email from identity."user" where id = ${userId}`,
    )
  ).email

/** The path of the link in the last mail. */
async function mailedPath(email: string): Promise<string> {
  const { links } = await app.context.database.one<{ links: string[] }>(sql`
    select links from platform.mail where recipient = ${email} order by id desc limit 1`)
  return new URL(links[0] ?? '').pathname
}

describe.skipIf(executable === undefined)('the workspace in a browser', () => {
  beforeAll(async () => {
    app = await testApp()
    app.clock.advance(Date.now() - app.clock.now().getTime() - 60_000)
    await simulatorNumber(app)
    await app.origin('files').listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(app.origin('files').server.address() as AddressInfo).port}`
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
    await app.close()
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    expect(faults.splice(0)).toEqual([])
  })

  test('a person is invited, accepts, appears at once, becomes an admin, and is removed', async () => {
    const tenant = await app.tenant()
    const page = await openFor(tenant.userId)
    await go(page, tenant, '/members')
    await button(page, 'Invite').click()
    await page.getByRole('dialog', { name: 'Invite a person' }).waitFor()
    await page.getByText('waits in the operator’s outbox').waitFor()
    await look(page, 'invite')
    await page.getByLabel('E-mail address').fill('not an address')
    await button(page, 'Send invitation').click()
    await page.getByText('e-mail address', { exact: false }).nth(1).waitFor()
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('not an address')
    await page.getByLabel('E-mail address').fill('Ada@Example.com ')
    await button(page, 'Send invitation').click()
    await rowOf(page, 'ada@example.com').waitFor()
    expect(page.url()).toContain('tab=invitations')
    expect(await rowOf(page, 'ada@example.com').innerText()).toMatch(/Member\s+Pending\s+.*in 14 days/s)
    await look(page, 'invitations')
    await tab(page, 'Active').click()

    const guest = await openPage()
    await guest.goto(address + (await mailedPath('ada@example.com')))
    await guest.getByLabel('First name').fill('Ada')
    await guest.getByLabel('Last name').fill('Lovelace')
    await guest.getByLabel('Password', { exact: true }).fill(rightPassword)
    await guest.keyboard.press('Enter')
    await guest.waitForURL(/\/(w\/|$)/)
    await rowOf(page, 'ada@example.com').waitFor()
    expect(await rowOf(page, 'ada@example.com').innerText()).toContain('Ada Lovelace')
    await go(guest, tenant, '/members')
    await rowOf(guest, 'ada@example.com').waitFor()

    await choose(page, 'ada@example.com', 'Make admin')
    await expect.poll(() => rowOf(page, 'ada@example.com').innerText()).toContain('Admin')
    await expect.poll(() => button(guest, 'Invite').getAttribute('aria-disabled')).toBeNull()
    await choose(page, 'ada@example.com', 'Make member')
    await expect.poll(() => rowOf(page, 'ada@example.com').innerText()).toContain('Member')

    const { id } = await app.context.database.one<{ id: number }>(
      sql`select id from identity."user" where email = 'ada@example.com'`,
    )
    const { key } = await tenant.key('files', { userId: id })
    await choose(page, 'ada@example.com', 'Remove')
    const dialog = page.getByRole('dialog', { name: 'Remove ada@example.com?' })
    await dialog.getByText('This stops 1 key.').waitFor()
    await look(page, 'remove')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('ada@example.com was removed.').waitFor()
    expect(await rowOf(page, 'ada@example.com').count()).toBe(0)
    const answer = await app.call('files', { method: 'GET', url: '/api/v1/files', key })
    expect(answer.body).toMatchObject({ error: { code: 'token_orphaned' } })
    await guest.getByRole('heading', { name: 'Workspace not found' }).waitFor()
  })

  test('dialogs open and close by keyboard and by Back, and the focus returns', async () => {
    const tenant = await app.tenant()
    const { id } = await app.member(tenant.workspaceId, 'member')
    const email = await emailOf(id)
    const page = await openFor(tenant.userId)
    await go(page, tenant, '/members')
    await rowOf(page, email).waitFor()
    const dialog = page.getByRole('dialog')
    await button(page, 'Invite').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'E-mail address' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('combobox', { name: 'Role' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await button(page, 'Invite').and(page.locator(':focus')).waitFor()

    await button(page, `Actions for ${email}`).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Make admin' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: `Remove ${email}?` }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await button(page, `Actions for ${email}`).and(page.locator(':focus')).waitFor()

    await button(page, 'Invite').click()
    await dialog.waitFor()
    await page.reload()
    await dialog.waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    expect(page.url()).toMatch(/\/members$/)
  })

  test('an invitation is sent again and cancelled', async () => {
    const tenant = await app.tenant()
    const page = await openFor(tenant.userId)
    await go(page, tenant, '/members?tab=invitations')
    await page.getByText('No invitations are open.').waitFor()
    await look(page, 'no-invitations')
    await button(page, 'Invite').click()
    await page.getByLabel('E-mail address').fill('bob@example.com')
    await page.keyboard.press('Enter')
    await rowOf(page, 'bob@example.com').waitFor()
    const first = await mailedPath('bob@example.com')
    await choose(page, 'bob@example.com', 'Send again')
    await expect.poll(() => mailedPath('bob@example.com')).not.toBe(first)
    await choose(page, 'bob@example.com', 'Cancel invitation')
    await page.getByText('No invitations are open.').waitFor()
    const guest = await openPage()
    await guest.goto(address + (await mailedPath('bob@example.com')))
    expect(await guest.getByRole('main').innerText()).not.toContain('Password')
  })

  test('a join link is created, copied, used by one person, and another one is revoked', async () => {
    const [tenant, other] = [await app.tenant(), await app.tenant()]
    const page = await openFor(tenant.userId)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await go(page, tenant, '/members?tab=codes')
    await page.getByText('No join links are open.').waitFor()
    await look(page, 'no-links')
    await button(page, 'Create join link').click()
    const link = await page.getByRole('textbox', { name: 'Join link' }).inputValue()
    expect(link).toMatch(/\/join\/[A-Z0-9]+$/)
    await look(page, 'link')
    await button(page, 'Copy link').click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
    await page.keyboard.press('Escape')
    await rowOf(page, link).waitFor()
    await look(page, 'links')

    const guest = await openFor(other.userId)
    await guest.goto(address + new URL(link).pathname)
    await guest.getByRole('button', { name: /^Join/ }).click()
    await guest.waitForURL(/\/(w\/|$)/)
    await page.getByText('No join links are open.').waitFor()
    await tab(page, 'Active').click()
    await rowOf(page, await emailOf(other.userId)).waitFor()

    await button(page, 'Create join link').click()
    await page.getByRole('textbox', { name: 'Join link' }).waitFor()
    const second = await page.getByRole('textbox', { name: 'Join link' }).inputValue()
    await button(page, 'Done').click()
    await choose(page, second.split('/').at(-1) ?? '', 'Revoke')
    await page.getByText('No join links are open.').waitFor()
    const late = await openFor((await app.tenant()).userId)
    await late.goto(address + new URL(second).pathname)
    expect(await late.getByRole('button', { name: /^Join/ }).count()).toBe(0)
  })

  test('a member sees no action of admins enabled, and each says why', async () => {
    const tenant = await app.tenant()
    const { id } = await app.member(tenant.workspaceId, 'member')
    const page = await openFor(id)
    await go(page, tenant, '/members')
    await rowOf(page, await emailOf(tenant.userId)).waitFor()
    for (const name of ['Invite', 'Create join link']) {
      expect(await button(page, name).getAttribute('aria-disabled')).toBe('true')
      await button(page, name).click({ force: true })
    }
    expect(await page.getByRole('dialog').count()).toBe(0)
    await openMenu(page, await emailOf(tenant.userId))
    const items = page.getByRole('menuitem')
    await expect.poll(() => items.count()).toBe(2)
    for (const item of await items.all()) expect(await item.getAttribute('aria-disabled')).toBe('true')
    await page.getByText('Only the owner changes roles.').waitFor()
    await page.keyboard.press('Escape')
    await tab(page, 'Invitations').click()
    await page.getByText('Only the owner and admins see invitations.').waitFor()
    await tab(page, 'Join links').click()
    await page.getByText('Only the owner and admins see join links.').waitFor()
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
    await go(page, tenant, '/audit')
    await page.getByText('Only the owner and admins can read the audit log.').waitFor()
    await go(page, tenant, '/settings')
    expect(await button(page, 'Save').getAttribute('aria-disabled')).toBe('true')
    await go(page, tenant, '/usage')
    await page.getByRole('meter', { name: 'Texts today' }).waitFor()
    expect(await page.getByRole('meter', { name: 'Metered this month' }).count()).toBe(0)
  })

  test('the owner renames the workspace and cannot leave it; a member leaves', async () => {
    const tenant = await app.tenant()
    const { id } = await app.member(tenant.workspaceId, 'member')
    const page = await openFor(tenant.userId)
    await go(page, tenant, '/settings')
    await page.getByLabel('Workspace name').fill(' ')
    await button(page, 'Save').click()
    await page.getByRole('alert').or(page.locator('[data-invalid]')).first().waitFor()
    await page.getByLabel('Workspace name').fill('Analytical Engines & Daughters')
    await button(page, 'Save').click()
    await button(page, 'Workspace: Analytical Engines & Daughters').waitFor()
    expect(await button(page, 'Leave organization').getAttribute('aria-disabled')).toBe('true')
    await look(page, 'settings')

    const guest = await openFor(id)
    await go(guest, tenant, '/settings')
    await button(guest, 'Leave organization').click()
    const dialog = guest.getByRole('dialog', { name: 'Leave Analytical Engines & Daughters?' })
    await look(guest, 'leave')
    await dialog.getByRole('button', { name: 'Leave organization' }).click()
    await guest.waitForURL((url) => !url.pathname.startsWith(`/w/${tenant.workspaceId}`))
    await go(guest, tenant, '/members')
    await guest.getByRole('heading', { name: 'Workspace not found' }).waitFor()
  })

  test('the audit log has each change, keeps its filters in the address, and is saved as CSV', async () => {
    const tenant = await app.tenant()
    const { id } = await app.member(tenant.workspaceId, 'member')
    const email = await emailOf(id)
    const owner = await logIn(app, tenant.userId)
    const path = `/workspaces/${tenant.workspaceId}`
    await owner.data('PATCH', `${path}/files/workspaces/${tenant.workspaceId}`, { name: 'Studio' })
    await owner.data('PATCH', `${path}/iam/members/${id}`, { role: 'admin' })
    const key = await tenant.key('iam', { name: 'Onboarding' })
    await app.call('gateway', { method: 'POST', url: '/v1/iam/invite-codes', key: key.key })
    const addEntry = (entry: Pick<AuditEntry, 'actor' | 'action' | 'outcome'>) =>
      audit(app.context.database, app.clock.now(), { workspaceId: tenant.workspaceId, ...entry })
    await addEntry({ actor: 'operator', action: 'quota.set', outcome: 'ok' })
    await addEntry({ actor: 'nobody', action: 'member.invite', outcome: 'insufficient_scope' })
    const page = await openFor(tenant.userId)
    await go(page, tenant, '/audit')
    await rowOf(page, 'Renamed the workspace').waitFor()
    expect(await rowOf(page, 'Made a member an admin').innerText()).toContain(email)
    expect(await rowOf(page, 'Created a join link').innerText()).toContain('with the key Onboarding')
    expect(await rowOf(page, 'Changed the storage limit').innerText()).toContain('Operator')
    expect(await page.getByRole('row', { name: 'Invited a person' }).innerText()).toContain('Declined')
    await look(page, 'audit')
    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'Renamed the workspace' }).click()
    await rowOf(page, 'Made a member an admin').waitFor({ state: 'detached' })
    expect(page.url()).toContain('action=workspace.rename')
    await page.reload()
    await rowOf(page, 'Renamed the workspace').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download CSV').click(),
    ])
    expect(download.suggestedFilename()).toBe(`audit-log-${tenant.workspaceId}.csv`)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('workspace.rename')
    await page.getByLabel('From').fill('2020-01-01')
    await page.getByLabel('To').fill('2020-01-02')
    await page.getByText('No entry matches the filters.').waitFor()
    await look(page, 'audit-nothing')
    await go(page, tenant, '/audit?from=yesterday&to=2026-99-99&user=x')
    await rowOf(page, 'Made a member an admin').waitFor()
    await page.getByLabel('From').fill('2020-01-01')
    await button(page, 'Clear filters').click()
    await rowOf(page, 'Made a member an admin').waitFor()
  })

  test('usage shows storage, texts, charges, and the plan', async () => {
    const plan = { smsDaily: 3, payg: true, capMicros: 5_000_000 }
    const tenant = await app.tenant({ plan })
    await filesClient(app, (await tenant.key('files')).key).file(Buffer.alloc(1500), 'a')
    const sms = smsCaller(app, (await tenant.key('sms')).key)
    const to = [newPhone(), newPhone(), newPhone(), newPhone()]
    await sms.send({ to, body: 'Hello' })
    const page = await openFor(tenant.userId)
    await go(page, tenant, '/usage')
    const meter = (name: string) => page.getByRole('meter', { name })
    await meter('Storage').waitFor()
    expect(await meter('Storage').getAttribute('aria-valuetext')).toBe('1.46 KB of 10 GB')
    expect(await meter('Texts today').getAttribute('aria-valuetext')).toBe('4 of 3')
    expect(await meter('Metered this month').getAttribute('aria-valuetext')).toBe('0.008 of 5.00')
    await look(page, 'usage')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download CSV').click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^day,texts,metered\r\n/)
  })

  test('many members are searched and shown in steps', async () => {
    const tenant = await app.tenant()
    const ids: number[] = []
    for (let at = 0; at < 250; at++) ids.push((await app.member(tenant.workspaceId, 'member')).id)
    const page = await openFor(tenant.userId)
    await go(page, tenant, '/members')
    await page.getByText('251 members').waitFor()
    const rows = page.getByRole('table', { name: 'Members' }).locator('tbody tr')
    expect(await rows.count()).toBe(100)
    await button(page, 'More').click()
    expect(await rows.count()).toBe(200)
    const email = await emailOf(ids.at(-1) ?? 0)
    const search = page.getByRole('searchbox', { name: 'Search members' })
    await search.pressSequentially(`pat ${email}`)
    expect(await search.inputValue()).toBe(`pat ${email}`)
    await rowOf(page, email).waitFor()
    expect(await rows.count()).toBe(1)
    expect(page.url()).toContain('q=')
    const digits = /\d+/.exec(email)?.[0] ?? ''
    await go(page, tenant, `/members?q=${digits}&tab=none&remove=none`)
    await rowOf(page, email).waitFor()
    await search.fill('zzz')
    await page.getByText('Nobody matches “zzz”.').waitFor()
  })

  test('the workspace of a stranger is not found, as one that does not exist', async () => {
    const [tenant, other] = [await app.tenant(), await app.tenant()]
    const page = await openFor(tenant.userId)
    for (const path of ['/members', '/usage', '/audit', '/settings']) {
      await go(page, other, path)
      await page.getByRole('heading', { name: 'Workspace not found' }).waitFor()
    }
    await page.goto(`${address}/w/99999999/members`)
    await page.getByRole('heading', { name: 'Workspace not found' }).waitFor()
  })
})
