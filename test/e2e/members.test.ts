import { describe, expect, test } from 'vitest'
import { rightPassword } from '../../src/account/account.testing.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { useApp } from './app.ts'
import { executable } from './browser.ts'
import {
  button,
  choose,
  emailOf,
  inWorkspace,
  look,
  mailedPath,
  openMenu,
  refused,
  rowOf,
  tab,
} from './workspace.ts'

describe.skipIf(executable === undefined)('members in a browser', () => {
  const e2e = useApp()
  const { open, go } = inWorkspace(e2e)

  test('a person is invited, accepts, appears at once, becomes an admin, and is removed', async () => {
    e2e.allowFaults(refused)
    const tenant = await e2e.app.tenant()
    const page = await open(tenant.userId, tenant, '/members')
    await button(page, 'Invite').click()
    await page.getByRole('dialog', { name: 'Invite a person' }).waitFor()
    await page.getByText('waits in the operator’s outbox').waitFor()
    await look(page, 'invite')
    await page.getByLabel('E-mail address').fill('not an address')
    await button(page, 'Send invitation').click()
    await page.getByText('Must be one address, like ann@example.com.').waitFor()
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('not an address')
    await page.getByLabel('E-mail address').fill('Ada@Example.com ')
    await button(page, 'Send invitation').click()
    await rowOf(page, 'ada@example.com').waitFor()
    expect(page.url()).toContain('tab=invitations')
    expect(await rowOf(page, 'ada@example.com').innerText()).toMatch(/Member\s+Pending\s+.*in 14 days/s)
    await look(page, 'invitations')
    await tab(page, 'Active').click()

    const guest = await e2e.open(await mailedPath(e2e.app, 'ada@example.com'))
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

    const { id } = await e2e.app.context.database.one<{ id: number }>(
      sql`select id from identity."user" where email = 'ada@example.com'`,
    )
    const { key } = await tenant.key('files', { userId: id })
    await choose(page, 'ada@example.com', 'Remove')
    const dialog = page.getByRole('dialog', { name: 'Remove ada@example.com?' })
    await dialog.getByText('This stops 1 key.').waitFor()
    await look(page, 'remove')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('ada@example.com was removed.').waitFor()
    await expect.poll(() => rowOf(page, 'ada@example.com').count()).toBe(0)
    const answer = await e2e.app.call('files', { method: 'GET', url: '/api/v1/files', key })
    expect(answer.body).toMatchObject({ error: { code: 'token_orphaned' } })
    await guest.getByRole('heading', { name: 'Workspace not found' }).waitFor()
  })

  test('dialogs open and close by keyboard and by Back, and the focus returns', async () => {
    const tenant = await e2e.app.tenant()
    const { id } = await e2e.app.member(tenant.workspaceId, 'member')
    const email = await emailOf(e2e.app, id)
    const page = await open(tenant.userId, tenant, '/members')
    await rowOf(page, email).waitFor()
    const dialog = page.getByRole('dialog')
    await button(page, 'Invite').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'E-mail address' }).and(page.locator(':focus')).waitFor()
    const role = page.getByRole('combobox', { name: 'Role' })
    await role.and(page.locator(':enabled')).waitFor()
    await page.keyboard.press('Tab')
    await role.and(page.locator(':focus')).waitFor()
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
    e2e.allowFaults(refused)
    const tenant = await e2e.app.tenant()
    const page = await open(tenant.userId, tenant, '/members?tab=invitations')
    await page.getByText('No invitations are open.').waitFor()
    await look(page, 'no-invitations')
    await button(page, 'Invite').click()
    await page.getByLabel('E-mail address').fill('bob@example.com')
    await page.keyboard.press('Enter')
    await rowOf(page, 'bob@example.com').waitFor()
    const first = await mailedPath(e2e.app, 'bob@example.com')
    await choose(page, 'bob@example.com', 'Send again')
    await expect.poll(() => mailedPath(e2e.app, 'bob@example.com')).not.toBe(first)
    await choose(page, 'bob@example.com', 'Cancel invitation')
    await page.getByText('No invitations are open.').waitFor()
    const guest = await e2e.open(await mailedPath(e2e.app, 'bob@example.com'))
    expect(await guest.getByRole('main').innerText()).not.toContain('Password')
  })

  test('a join link is created, copied, used by one person, and another one is revoked', async () => {
    e2e.allowFaults(refused)
    const [tenant, other] = [await e2e.app.tenant(), await e2e.app.tenant()]
    const page = await open(tenant.userId, tenant, '/members?tab=codes')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByText('No join links are open.').waitFor()
    await look(page, 'no-links')
    await button(page, 'Invite').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create join link' }).click()
    const link = await page.getByRole('textbox', { name: 'Join link' }).inputValue()
    expect(link).toMatch(/\/join\/[A-Z0-9]+$/)
    await look(page, 'link')
    await button(page, 'Copy link').click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
    await page.keyboard.press('Escape')
    await rowOf(page, link).waitFor()
    await look(page, 'links')

    const guest = await e2e.open(new URL(link).pathname, other)
    await guest.getByRole('button', { name: /^Join/ }).click()
    await guest.waitForURL(/\/(w\/|$)/)
    await page.getByText('No join links are open.').waitFor()
    await tab(page, 'Active').click()
    await rowOf(page, await emailOf(e2e.app, other.userId)).waitFor()

    await button(page, 'Create join link').click()
    await page.getByRole('textbox', { name: 'Join link' }).waitFor()
    const second = await page.getByRole('textbox', { name: 'Join link' }).inputValue()
    await button(page, 'Done').click()
    await choose(page, second.split('/').at(-1) ?? '', 'Revoke')
    await page.getByText('No join links are open.').waitFor()
    const late = await e2e.open(new URL(second).pathname, await e2e.app.tenant())
    expect(await late.getByRole('button', { name: /^Join/ }).count()).toBe(0)
  })

  test('a member sees no action of admins enabled, and each says why', async () => {
    const tenant = await e2e.app.tenant()
    const { id } = await e2e.app.member(tenant.workspaceId, 'member')
    const page = await open(id, tenant, '/members')
    await rowOf(page, await emailOf(e2e.app, tenant.userId)).waitFor()
    for (const name of ['Invite', 'Create join link']) {
      expect(await button(page, name).getAttribute('aria-disabled')).toBe('true')
      await button(page, name).click({ force: true })
    }
    expect(await page.getByRole('dialog').count()).toBe(0)
    await openMenu(page, await emailOf(e2e.app, tenant.userId))
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

  test('many members are searched and shown in steps', async () => {
    const tenant = await e2e.app.tenant()
    const ids: number[] = []
    for (let at = 0; at < 250; at++) ids.push((await e2e.app.member(tenant.workspaceId, 'member')).id)
    const page = await open(tenant.userId, tenant, '/members')
    await page.getByText('251 members').waitFor()
    const rows = page.getByRole('table', { name: 'Members' }).locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(100)
    await button(page, 'More').click()
    await expect.poll(() => rows.count()).toBe(200)
    const email = await emailOf(e2e.app, ids.at(-1) ?? 0)
    const search = page.getByRole('searchbox', { name: 'Search members' })
    await search.pressSequentially(`pat ${email}`)
    expect(await search.inputValue()).toBe(`pat ${email}`)
    await rowOf(page, email).waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    expect(page.url()).toContain('q=')
    const digits = /\d+/.exec(email)?.[0] ?? ''
    await go(page, tenant, `/members?q=${digits}&tab=none&remove=none`)
    await rowOf(page, email).waitFor()
    await search.fill('zzz')
    await page.getByText('Nobody matches “zzz”.').waitFor()
  })
})
