import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/platform/database/sql.ts'
import { until } from '../until.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

describe.skipIf(executable === undefined)('Requests', () => {
  const e2e = useApp()

  const rowsOf = (page: Page) =>
    page.getByRole('table', { name: 'Requests' }).locator('tbody').getByRole('row')
  const wide = { width: 1280, height: 800 }

  /** Calls the files API as a program does. Resolves with the request ID, once the log has it. */
  async function call(key: string, path: string, method = 'GET'): Promise<string> {
    const response = await fetch(`${e2e.origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
    })
    await response.arrayBuffer()
    const requestId = response.headers.get('x-request-id') ?? ''
    await until(async () => {
      const found = await e2e.app.context.database.first(
        sql`select 1 from identity.request where request_id = ${requestId}`,
      )
      return found !== undefined
    })
    return requestId
  }

  /** Adds requests with a key, all at once. */
  const fill = (workspaceId: number, userId: number, keyId: number, count: number) =>
    e2e.app.context.database.run(sql`
      insert into identity.request
        (request_id, at, workspace_id, user_id, key_id, service, operation, method, path, status, ms, address)
      select 'req_' || ${keyId}::text || '_' || g, ${e2e.app.clock.now()}::timestamptz - (${count} - g) * interval '1 s',
             ${workspaceId}, ${userId}, ${keyId}, 'files', 'getFile', 'GET', '/files/{id}', 200, 12.4, '192.0.2.1'
        from generate_series(1, ${count}::integer) g`)

  test('finds a request of a program by its request ID, and shows its details', async () => {
    const tenant = await e2e.app.tenant()
    const { key } = await tenant.key('files', { name: 'Nightly backup of the accounting department' })
    await call(key, '/files')
    const requestId = await call(key, '/files/unknown')
    const page = await e2e.open(`/w/${tenant.workspaceId}/requests`, { userId: tenant.userId })
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('/')
    await page.getByRole('searchbox', { name: 'Request ID' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.insertText(` ${requestId} `)
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    expect(page.url()).toContain(`q=${requestId}`)
    const row = await rowsOf(page).first().innerText()
    for (const words of ['files.getFile', '404', 'not_found', 'Nightly backup']) expect(row).toContain(words)
    await expectNoFaults(page, 'requests-found', 390)
    await page.setViewportSize(wide)
    await rowsOf(page).getByRole('link').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Request' })
    await dialog.getByText('GET /files/{id}').waitFor()
    expect(await dialog.innerText()).toContain(requestId)
    await expectNoFaults(page, 'request-details', 390)
    const linked = page.url()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await rowsOf(page).getByRole('link').and(page.locator(':focus')).waitFor()
    await page.goto(linked)
    await dialog.getByText(requestId).waitFor()
  })

  test('filters by key and status, and goes back', async () => {
    const tenant = await e2e.app.tenant()
    const [one, two] = [
      await tenant.key('files', { name: 'One' }),
      await tenant.key('files', { name: 'Two' }),
    ]
    await call(one.key, '/files')
    await call(two.key, '/files')
    await call(two.key, '/files/unknown')
    const page = await e2e.open(`/w/${tenant.workspaceId}/requests?key=${two.id}`, { userId: tenant.userId })
    await expect.poll(() => rowsOf(page).count()).toBe(2)
    await page.getByRole('combobox', { name: 'Key' }).click()
    await page.getByRole('option', { name: 'One' }).click()
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await page.goBack()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: '4xx' }).click()
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    expect(page.url()).toContain('status=4xx')
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: '5xx' }).click()
    await page.getByText('No request matches these filters.').waitFor()
    await expectNoFaults(page, 'requests-nothing', 390)
  })

  test('shows members their own requests', async () => {
    const { workspaceId, ownerId, memberId } = await e2e.organization()
    await fill(workspaceId, ownerId, 990, 3)
    await fill(workspaceId, memberId, 991, 2)
    const [admins, members] = [
      await e2e.open(`/w/${workspaceId}/requests`, { userId: ownerId }),
      await e2e.open(`/w/${workspaceId}/requests?key=990`, { userId: memberId }),
    ]
    await expect.poll(() => rowsOf(admins).count()).toBeGreaterThanOrEqual(5)
    await members.getByText('No request matches these filters.').waitFor()
    await members.goto(`${e2e.origin}/w/${workspaceId}/requests`)
    await members.getByText('Your requests, with your keys').waitFor()
  })

  test('lets new requests wait, so that nothing moves', async () => {
    const tenant = await e2e.app.tenant()
    const { key } = await tenant.key('files')
    await call(key, '/files')
    const page = await e2e.open(`/w/${tenant.workspaceId}/requests`, { userId: tenant.userId })
    await rowsOf(page).first().waitFor()
    const before = await rowsOf(page).count()
    const requestId = await call(key, '/files/unknown')
    const show = page.getByRole('button', { name: /^Show \d+ new/ })
    await show.waitFor()
    expect(await rowsOf(page).count()).toBe(before)
    await show.click()
    await page.getByText('not_found').first().waitFor()
    await page.goto(`${page.url()}?open=${requestId}`)
    await page.getByRole('dialog', { name: 'Request' }).getByText(requestId).waitFor()
  })

  test('pages through 5,000 requests, and looks further back where a filter leaves out that many', async () => {
    const { userId, workspaceId, key: newKey } = await e2e.app.tenant()
    const { id: keyId } = await newKey('files', { name: 'Busy' })
    await fill(workspaceId, userId, keyId, 5050)
    const page = await e2e.open(`/w/${workspaceId}/requests?key=${keyId}`, { userId })
    await expect.poll(() => rowsOf(page).count()).toBe(50)
    await expectNoFaults(page, 'requests', 390)
    await page.setViewportSize(wide)
    for (let rows = 100; rows <= 300; rows += 50) {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await expect.poll(() => rowsOf(page).count()).toBe(rows)
    }
    await page.goto(`${e2e.origin}/w/${workspaceId}/requests?key=${keyId}&status=5xx`)
    const further = page.getByRole('button', { name: 'Look further back' })
    await further.waitFor()
    await expectNoFaults(page, 'requests-so-far', 390)
    await further.click()
    await page.getByText('No request matches these filters.').waitFor()
  })
})
