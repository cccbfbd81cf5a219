import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { inForce } from '../../src/identity/in-force.ts'
import { makeOperator } from '../../src/identity/operator/change-operators.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })
const linksOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name }).getByRole('link').allInnerTexts()

describe.skipIf(executable === undefined)('the shell of the app', () => {
  const e2e = useApp()

  test('leads from / to the personal workspace, and later to the last one', async () => {
    const { ownerId, workspaceId } = await e2e.organization()
    const page = await e2e.open('/', { userId: ownerId })
    await heading(page, 'Home').waitFor()
    await expect.poll(() => page.title()).toBe('Home · Bureau')
    expect(page.url()).not.toBe(`${e2e.origin}/w/${workspaceId}`)
    await page.goto(`${e2e.origin}/w/${workspaceId}`)
    await heading(page, 'Home').waitFor()
    await page.goto(`${e2e.origin}/`)
    await page.waitForURL(`${e2e.origin}/w/${workspaceId}`)
  })

  test('leads a deep link through the log-in when nobody is logged in', async () => {
    e2e.allowFaults(/status of 401/)
    const page = await e2e.open('/login')
    // The app leaves before the page has loaded.
    await page.goto(`${e2e.origin}/w/1/keys?state=active`, { waitUntil: 'commit' })
    await page.waitForURL(/\/login\?next=%2Fw%2F1%2Fkeys%3Fstate%3Dactive$/)
  })

  test('shows each role the pages that it can use', async () => {
    const { workspaceId, ownerId, memberId } = await e2e.organization()
    const path = `/w/${workspaceId}`
    const member = await e2e.open(path, { userId: memberId })
    await heading(member, 'Home').waitFor()
    const files = ['Home', 'Files', 'Shared']
    const texts = ['Messages', 'Groups', 'Numbers', 'Simulator']
    const developers = [
      ...files,
      ...texts,
      'API keys',
      'Webhooks',
      'Requests',
      'Provisioning',
      'API reference',
    ]
    const ofMembers = [...developers, 'Members', 'Usage', 'Settings']
    expect(await linksOf(member, 'Main')).toEqual(ofMembers)
    expect(await member.getByRole('navigation', { name: 'Operator' }).count()).toBe(0)
    await inForce(e2e.app.context, (tx) => makeOperator(tx, ownerId, {}))
    const owner = await e2e.open(path, { userId: ownerId })
    await heading(owner, 'Home').waitFor()
    expect(await linksOf(owner, 'Main')).toEqual([...ofMembers.slice(0, -1), 'Audit log', 'Settings'])
    expect(await linksOf(owner, 'Operator')).toContain('Health')
    await owner.goto(`${e2e.origin}/w/${workspaceId - 1}`)
    await heading(owner, 'Home').waitFor()
    expect(await linksOf(owner, 'Main')).not.toContain('Members')
  })

  test('jumps to a page or workspace by its name, and gives the focus back', async () => {
    const { workspaceId, ownerId } = await e2e.organization()
    const page = await e2e.open(`/w/${workspaceId}`, { userId: ownerId })
    await page.getByRole('button', { name: 'Search' }).click()
    const dialog = page.getByRole('dialog', { name: 'Jump to' })
    await dialog.getByRole('combobox', { name: 'Jump to' }).fill('pat person')
    await expectNoFaults(page, 'jump-to', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Search')
    await page.keyboard.press('Control+k')
    await dialog.getByRole('combobox').fill('pat person')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${e2e.origin}/w/${workspaceId - 1}`)
    await page.keyboard.press('Control+k')
    await dialog.getByRole('combobox').fill('nothing of the kind')
    await dialog.getByText('Nothing is called that.').waitFor()
  })

  test('has shortcuts, and lists them', async () => {
    const { workspaceId, ownerId } = await e2e.organization()
    const page = await e2e.open(`/w/${workspaceId}`, { userId: ownerId })
    await heading(page, 'Home').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await expectNoFaults(page, 'shortcuts', 390)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await page.waitForURL(`${e2e.origin}/w/${workspaceId}/usage`)
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.waitForURL(`${e2e.origin}/w/${workspaceId}`)
  })

  test('keeps the color scheme that the person chooses, on the server pages too', async () => {
    const { workspaceId, ownerId } = await e2e.organization()
    const page = await e2e.open(`/w/${workspaceId}`, { userId: ownerId, colorScheme: 'light' })
    await page.getByRole('button', { name: 'Account: Pat' }).click()
    await page.getByRole('menuitem', { name: 'Color scheme' }).hover()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    const scheme = () =>
      page.locator('html').evaluate('getComputedStyle(document.documentElement).colorScheme')
    await expect.poll(scheme).toBe('dark')
    await page.reload()
    await heading(page, 'Home').waitFor()
    expect(await scheme()).toBe('dark')
    await page.goto(`${e2e.origin}/forgot`)
    expect(await scheme()).toBe('dark')
  })

  test('says what is not there: a page, a workspace, one of others, and what is for operators', async () => {
    const { workspaceId, ownerId } = await e2e.organization()
    const other = await e2e.organization()
    const page = await e2e.open(`/w/${workspaceId}/nowhere`, { userId: ownerId })
    await heading(page, 'This page does not exist').waitFor()
    await expectNoFaults(page, 'no-page', 390)
    for (const id of [other.workspaceId, 99_999_999, 'x']) {
      await page.goto(`${e2e.origin}/w/${id}`)
      await heading(page, 'Workspace not found').waitFor()
    }
    await expectNoFaults(page, 'no-workspace', 390)
    await page.goto(`${e2e.origin}/operator`)
    await heading(page, 'For operators').waitFor()
  })

  test('opens the navigation behind Menu in a narrow window', async () => {
    const { workspaceId, ownerId } = await e2e.organization()
    const viewport = { width: 390, height: 844 }
    const page = await e2e.open(`/w/${workspaceId}/nowhere`, { userId: ownerId, viewport })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Home' }).click()
    await page.waitForURL(`${e2e.origin}/w/${workspaceId}`)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('goes to the log-in at once when the log-in ends elsewhere', async () => {
    const { workspaceId, ownerId } = await e2e.organization()
    const page = await e2e.open(`/w/${workspaceId}`, { userId: ownerId })
    await heading(page, 'Home').waitFor()
    await page.waitForTimeout(500)
    e2e.allowFaults(/status of 401/)
    const now = e2e.app.clock.now()
    await inForce(e2e.app.context, (tx) =>
      tx.run(sql`update identity.session set ended_at = ${now} where user_id = ${ownerId}`),
    )
    await page.waitForURL(new RegExp(`/login\\?next=%2Fw%2F${workspaceId}$`))
  })
})
