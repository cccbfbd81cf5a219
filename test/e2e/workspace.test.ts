import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { logIn } from '../../src/console/console.testing.ts'
import { audit } from '../../src/identity/audit/audit.ts'
import type { AuditEntry } from '../../src/identity/audit/store.ts'
import { filesClient } from '../files-client.ts'
import { newPhone, simulatorNumber, smsCaller } from '../sms-account.ts'
import { useApp } from './app.ts'
import { executable } from './browser.ts'
import { button, emailOf, inWorkspace, look, refused, rowOf } from './workspace.ts'

describe.skipIf(executable === undefined)('usage, the audit log, and settings in a browser', () => {
  const e2e = useApp()
  const { open, go } = inWorkspace(e2e)

  test('the owner renames the workspace and cannot leave it; a member leaves', async () => {
    const tenant = await e2e.app.tenant()
    const { id } = await e2e.app.member(tenant.workspaceId, 'member')
    e2e.allowFaults(refused)
    const page = await open(tenant.userId, tenant, '/settings')
    const guest = await open(id, tenant, '/settings')
    await page.getByLabel('Workspace name').fill(' ')
    await button(page, 'Save').click()
    await page.getByRole('alert').or(page.locator('[data-invalid]')).first().waitFor()
    await page.getByLabel('Workspace name').fill('Analytical Engines & Daughters')
    await button(page, 'Save').click()
    await button(page, 'Workspace: Analytical Engines & Daughters').waitFor()
    expect(await button(page, 'Leave organization').getAttribute('aria-disabled')).toBe('true')
    await look(page, 'settings')

    await button(guest, 'Workspace: Analytical Engines & Daughters').waitFor()
    await button(guest, 'Leave organization').click()
    const dialog = guest.getByRole('dialog', { name: 'Leave Analytical Engines & Daughters?' })
    await look(guest, 'leave')
    await dialog.getByRole('button', { name: 'Leave organization' }).click()
    await guest.waitForURL((url) => !url.pathname.startsWith(`/w/${tenant.workspaceId}`))
    await go(guest, tenant, '/members')
    await guest.getByRole('heading', { name: 'Workspace not found' }).waitFor()
  })

  test('the audit log has each change, keeps its filters in the address, and is saved as CSV', async () => {
    const tenant = await e2e.app.tenant()
    const { id } = await e2e.app.member(tenant.workspaceId, 'member')
    const email = await emailOf(e2e.app, id)
    const owner = await logIn(e2e.app, tenant.userId)
    const path = `/workspaces/${tenant.workspaceId}`
    await owner.data('PATCH', `${path}/files/workspaces/${tenant.workspaceId}`, { name: 'Studio' })
    await owner.data('PATCH', `${path}/iam/members/${id}`, { role: 'admin' })
    const key = await tenant.key('iam', { name: 'Onboarding' })
    await e2e.app.call('gateway', { method: 'POST', url: '/v1/iam/invite-codes', key: key.key })
    const addEntry = (entry: Pick<AuditEntry, 'actor' | 'action' | 'outcome'>) =>
      audit(e2e.app.context.database, e2e.app.clock.now(), { workspaceId: tenant.workspaceId, ...entry })
    await addEntry({ actor: 'operator', action: 'quota.set', outcome: 'ok' })
    await addEntry({ actor: 'nobody', action: 'member.invite', outcome: 'insufficient_scope' })
    const page = await open(tenant.userId, tenant, '/audit')
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
    await page.getByRole('link', { name: 'Pat Person' }).first().click()
    await page.waitForURL(/user=/)
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
    const tenant = await e2e.app.tenant({ plan })
    await simulatorNumber(e2e.app)
    await filesClient(e2e.app, (await tenant.key('files')).key).file(Buffer.alloc(1500), 'a')
    const sms = smsCaller(e2e.app, (await tenant.key('sms')).key)
    const to = [newPhone(), newPhone(), newPhone(), newPhone()]
    await sms.send({ to, body: 'Hello' })
    const page = await open(tenant.userId, tenant, '/usage')
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

  test('what cannot be loaded says so and is tried again', async () => {
    const tenant = await e2e.app.tenant()
    e2e.allowFaults(refused)
    const page = await open(tenant.userId, tenant, '')
    for (const [path, operation] of [
      ['/usage', 'usage'],
      ['/audit', 'audit'],
      ['/members', 'iam/members'],
    ] as const) {
      const pattern = new RegExp(`/workspaces/\\d+/${operation}(\\?|$)`)
      await page.route(pattern, (route) =>
        route.fulfill({
          status: 403,
          json: { error: { code: 'x', message: 'Not today.' } },
          headers: { 'x-request-id': 'req_00000000000000000001' },
        }),
      )
      await go(page, tenant, path)
      await page.getByRole('alert').getByText('Not today.').waitFor()
      await page.getByText('req_00000000000000000001').waitFor()
      await look(page, `failed-${operation.replace('/', '-')}`)
      await page.unroute(pattern)
      await button(page, 'Try again').click()
      await page.getByRole('alert').waitFor({ state: 'detached' })
    }
  })

  test('the workspace of a stranger is not found, as one that does not exist', async () => {
    const [tenant, other] = [await e2e.app.tenant(), await e2e.app.tenant()]
    const page = await open(tenant.userId, tenant, '')
    for (const path of ['/members', '/usage', '/audit', '/settings']) {
      await go(page, other, path)
      await page.getByRole('heading', { name: 'Workspace not found' }).waitFor()
    }
    await page.goto(`${e2e.origin}/w/99999999/members`)
    await page.getByRole('heading', { name: 'Workspace not found' }).waitFor()
  })
})
