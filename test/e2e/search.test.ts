import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { filesClient } from '../files-client.ts'
import type { Tenant } from '../harness.ts'
import { useApp } from './app.ts'
import { executable } from './browser.ts'

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search files' })
const rows = (page: Page) => page.getByRole('table', { name: 'Items' }).locator('tbody').getByRole('row')
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Waits for the results and returns their names. */
async function namesFor(page: Page, found: string): Promise<readonly string[]> {
  await status(page, found).waitFor()
  return rows(page).getByRole('rowheader').allInnerTexts()
}

describe.skipIf(executable === undefined)('the search', () => {
  const e2e = useApp()
  let tenant: Tenant
  let files: ReturnType<typeof filesClient>
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    tenant = await e2e.app.tenant()
    files = filesClient(e2e.app, (await tenant.key('files')).key)
    const letters = await files.folder('Letters')
    const inner = await files.folder('2026', letters.id)
    ids['letters'] = letters.id
    ids['inner'] = inner.id
    ids['report'] = (await files.file('Hello', 'Annual report.txt', inner.id)).id
    await files.file('Hello', 'REPORT.md')
    await files.folder('Reports', letters.id)
  })

  const open = (path: string): Promise<Page> =>
    e2e.open(`/w/${tenant.workspaceId}${path}`, { userId: tenant.userId, reducedMotion: 'reduce' })

  test('finds names while you type, with what matches and the path', async () => {
    const page = await open('/search')
    await page.getByText('Type a part of a name').waitFor()
    await box(page).fill('port')
    expect(await namesFor(page, '3 results')).toEqual(['Annual report.txt', 'REPORT.md', 'Reports'])
    expect(await rows(page).locator('mark').allInnerTexts()).toEqual(['port', 'PORT', 'port'])
    const row = page.getByRole('row', { name: 'Annual report.txt' })
    expect(await row.getByRole('cell').first().innerText()).toBe('Files / Letters / 2026')
    expect(await row.getByRole('link', { name: '2026' }).getAttribute('href')).toBe(
      `/w/${tenant.workspaceId}/files/${ids['inner']}`,
    )
    expect(new URL(page.url()).searchParams.get('q')).toBe('port')
    await box(page).press('End')
    await page.keyboard.type('s')
    expect(await namesFor(page, '1 result')).toEqual(['Reports'])
  })
})
