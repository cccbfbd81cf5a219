import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { filesClient } from '../files-client.ts'
import type { Tenant } from '../harness.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search files' })
const rows = (page: Page) => page.getByRole('grid', { name: 'Items' }).locator('[data-id]')
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

  async function workspaceWith(names: readonly string[]) {
    const { key, userId, workspaceId } = await e2e.app.tenant()
    const others = filesClient(e2e.app, (await key('files')).key)
    for (const name of names) await others.file('Hello', name)
    return {
      files: others,
      open: (path: string) => e2e.open(`/w/${workspaceId}${path}`, { userId, reducedMotion: 'reduce' }),
    }
  }

  test('finds names while you type, with what matches and the path', async () => {
    const page = await open('/search')
    await page.getByText('Type a part of a name').waitFor()
    await box(page).fill('port')
    expect(await namesFor(page, '3 results')).toEqual(['Annual report.txt', 'REPORT.md', 'Reports'])
    expect(await rows(page).locator('mark').allInnerTexts()).toEqual(['port', 'PORT', 'port'])
    const row = page.getByRole('row', { name: 'Annual report.txt' })
    expect(await row.getByRole('gridcell').nth(1).innerText()).toBe('Files / Letters / 2026')
    expect(await row.getByRole('link', { name: '2026' }).getAttribute('href')).toBe(
      `/w/${tenant.workspaceId}/files/${ids['inner']}`,
    )
    expect(new URL(page.url()).searchParams.get('q')).toBe('port')
    await box(page).press('End')
    await page.keyboard.type('s')
    expect(await namesFor(page, '1 result')).toEqual(['Reports'])
  })

  test('begins in the files, where you type on, and Back returns to the folder', async () => {
    const page = await open(`/files/${ids['letters']}`)
    await page.getByRole('heading', { name: 'Letters', exact: true }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('annual', { delay: 30 })
    await page.getByRole('heading', { name: 'Search', exact: true }).waitFor()
    expect(await namesFor(page, '1 result')).toEqual(['Annual report.txt'])
    expect(await box(page).inputValue()).toBe('annual')
    expect(await page.evaluate('document.activeElement?.type')).toBe('search')
    for (let time = 0; time < 3; time++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('x')
    await page.getByText('contains “annxual”').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Letters', exact: true }).waitFor()
    await box(page).fill('repo')
    await page.getByRole('heading', { name: 'Search', exact: true }).waitFor()
    await box(page).press('Escape')
    await page.getByRole('heading', { name: 'Letters', exact: true }).waitFor()
    expect(await box(page).inputValue()).toBe('')
    await box(page).fill('annual')
    await page.getByRole('link', { name: 'Annual report.txt' }).click()
    await page.getByRole('dialog', { name: 'Annual report.txt' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByRole('heading', { name: 'Letters', exact: true }).waitFor()
  })

  test('the arrow goes to the results, which keys open, choose, and delete', async () => {
    const { files: others, open: visit } = await workspaceWith(['draft 1.txt', 'draft 2.txt'])
    const folder = await others.folder('drafts')
    const page = await visit('/search?q=draft')
    await status(page, '3 results').waitFor()
    await box(page).press('ArrowDown')
    const focused = () => page.evaluate(`document.activeElement?.getAttribute('data-name')`)
    await expect.poll(focused).toBe('draft 1.txt')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'draft 1.txt' }).waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('draft')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('draft 1.txt')
    await page.keyboard.press('ArrowDown')
    await page.waitForTimeout(100)
    expect(await focused()).toBe('draft 2.txt')
    await page.keyboard.press('Delete')
    await page.getByText('Deleted draft 2.txt').waitFor()
    await expect.poll(() => rows(page).count()).toBe(2)
    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: 'drafts', exact: true }).getByRole('link', { name: 'drafts' }).click()
    await page.getByRole('heading', { name: 'drafts', exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toContain(`/files/${folder.id}`)
    await page.goBack()
    await page
      .getByRole('row', { name: 'draft 1.txt', exact: true })
      .getByRole('link', { name: 'Files' })
      .click()
    await page.getByRole('heading', { name: 'Files', exact: true }).waitFor()
  })

  test('finds names with signs, emoji, other cases, and other directions, and no wildcards', async () => {
    const { files: others, open: visit } = await workspaceWith([
      '100%_done.txt',
      '100 done.txt',
      'party 🎉.txt',
      'Straße.txt',
      'Cafe\u0301.txt',
      'مرحبا بالعالم.txt',
      '<b>bold & more.txt',
    ])
    await others.folder('a_b')
    const page = await visit('/search')
    const finds: readonly [string, string][] = [
      ['%_', '100%_done.txt'],
      ['🎉', 'party 🎉.txt'],
      ['STRASSE', 'Straße.txt'],
      ['CAFÉ', 'Cafe\u0301.txt'],
      ['بالعالم', 'مرحبا بالعالم.txt'],
      ['<b>', '<b>bold & more.txt'],
      ['A_', 'a_b'],
    ]
    for (const [query, name] of finds) {
      await box(page).fill(query)
      await page.getByRole('row', { name, exact: true }).waitFor()
      await expect.poll(() => rows(page).count(), { message: query }).toBe(1)
      await expect.poll(() => rows(page).locator('mark').count()).toBe(1)
    }
    await box(page).fill('*')
    await page.getByText('No name in this workspace contains “*”.').waitFor()
  })

  test('shows the results of the last query only, and keeps the former until they are there', async () => {
    const page = await open('/search?q=annual')
    await namesFor(page, '1 result')
    let answerLate: () => void = () => undefined
    const late = new Promise<void>((resolve) => (answerLate = resolve))
    const aborted: string[] = []
    page.on('requestfailed', (request) => aborted.push(new URL(request.url()).searchParams.get('q') ?? ''))
    await page.route('**/files/search?*', async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q')
      if (q === 'repo') await late
      await route.continue().catch(() => undefined)
    })
    await box(page).fill('repo')
    await expect.poll(() => page.url()).toContain('q=repo')
    await expect.poll(() => rows(page).count()).toBe(1)
    await box(page).fill('letters')
    expect(await namesFor(page, '1 result')).toEqual(['Letters'])
    answerLate()
    await expect.poll(() => aborted).toEqual(['repo'])
    expect(await rows(page).allInnerTexts()).toEqual([expect.stringContaining('Letters')])
  })

  test('searches once for what is typed fast, and not again for what was searched', async () => {
    const page = await open('/search')
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/files/search')) asked.push(searchParams.get('q') ?? '')
    })
    await box(page).focus()
    // In one task: no machine is too slow for it.
    await page.evaluate(`for (const letter of 'letters') document.execCommand('insertText', false, letter)`)
    await namesFor(page, '1 result')
    await page.evaluate(`
      for (let time = 0; time < 6; time++) document.execCommand('delete')
      for (const letter of 'etters') document.execCommand('insertText', false, letter)`)
    await page.waitForTimeout(400)
    expect(await box(page).inputValue()).toBe('letters')
    expect(asked).toEqual(['letters'])
  })

  test('filters by type, keeps everything in the address, and goes back in one step', async () => {
    const page = await open('/search')
    await box(page).focus()
    await page.keyboard.type('report', { delay: 200 })
    await namesFor(page, '3 results')
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Folders' }).click()
    expect(await namesFor(page, '1 result')).toEqual(['Reports'])
    await page.reload()
    expect(await namesFor(page, '1 result')).toEqual(['Reports'])
    expect(await box(page).inputValue()).toBe('report')
    await box(page).fill('annual')
    await page.getByText('No folder in this workspace has “annual” in its name.').waitFor()
    await box(page).press('Escape')
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/w/${tenant.workspaceId}/files`)
  })

  test('has more than 100 results, which come by pages', async () => {
    const { open: visit } = await workspaceWith(Array.from({ length: 230 }, (_, n) => `page ${n}.txt`))
    const page = await visit('/search?q=page')
    await status(page, '230 results').waitFor()
    const grid = page.getByRole('grid', { name: 'Items' })
    const more = page.getByRole('button', { name: 'More' })
    for (const count of [100, 200, 230]) {
      await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(count + 1))
      if (count < 230) await more.click()
    }
    await expect.poll(() => more.count()).toBe(0)
    await page.keyboard.press('End')
    await page.getByRole('row', { name: 'page 99.txt', exact: true }).waitFor()
  })

  test('waits when it is limited, says so, and finds it then', async () => {
    e2e.allowFaults(/status of 429/)
    const page = await open('/search')
    await page.route(
      '**/files/search?*',
      (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '4' },
          json: { error: { code: 'rate_limited', message: 'Too many requests.' } },
        }),
      { times: 1 },
    )
    await box(page).fill('letters')
    await page.getByText('Searching takes longer than usual.').waitFor()
    expect(await namesFor(page, '1 result')).toEqual(['Letters'])
  })

  test('shows what others change', async () => {
    const page = await open('/search?q=fresh')
    await page.getByText('No name in this workspace contains “fresh”.').waitFor()
    await files.folder('Fresh')
    await page.getByRole('row', { name: 'Fresh', exact: true }).waitFor({ timeout: 10_000 })
  })

  test('shows what others changed before the page listened', async () => {
    const page = await open('/search')
    const changed = Promise.withResolvers<void>()
    await page.route('**/console/v1/events', async (route) => {
      await changed.promise
      await route.continue()
    })
    await page.goto(`${e2e.origin}/w/${tenant.workspaceId}/search?q=early`)
    await page.getByText('No name in this workspace contains “early”.').waitFor()
    await files.folder('Early')
    changed.resolve()
    await page.getByRole('row', { name: 'Early', exact: true }).waitFor({ timeout: 10_000 })
  })

  test('answers within 300 ms of the last key', async () => {
    const page = await open('/search')
    const times: number[] = []
    for (const q of ['ann', 'lett', 'repo', 'let', 'annual']) {
      await box(page).fill('')
      const startedMs = performance.now()
      await box(page).fill(q)
      await page.locator('mark').first().waitFor()
      times.push(Math.round(performance.now() - startedMs))
    }
    process.stdout.write(`results after ${times.join(', ')} ms\n`)
  })

  test('has no fault that axe finds, in any state', async () => {
    const page = await open('/search?q=port')
    await namesFor(page, '3 results')
    await expectNoFaults(page, 'search', 390)
    await box(page).fill('nothing like it')
    await page.getByText('No name in this workspace').waitFor()
    await expectNoFaults(page, 'search-nothing', 390)
    await box(page).fill('')
    await page.getByText('Type a part of a name').waitFor()
    await expectNoFaults(page, 'search-empty', 390)
  })
})
