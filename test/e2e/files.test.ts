import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'
import { crumbs, heading, names, openOffice, row, type Office } from './files-office.ts'
import { refused } from './workspace.ts'

const sortedBy = async (page: Page, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Sort', exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

describe.skipIf(executable === undefined)('Files', () => {
  const e2e = useApp()
  let office: Office
  beforeAll(async () => {
    office = await openOffice(e2e)
  })

  test('shows a folder as a list and as tiles, and remembers which', async () => {
    const page = await office.visit(await office.clients())
    await row(page, 'budget.xlsx').waitFor()
    await expect.poll(() => page.title()).toBe('Clients · Bureau')
    await page.getByRole('meter', { name: 'Storage' }).waitFor()
    await page.getByText('8 items').waitFor()
    const grid = page.getByRole('grid', { name: 'Items' })
    expect(await grid.getAttribute('aria-rowcount')).toBe('9')
    expect(await row(page, 'budget.xlsx').getAttribute('aria-rowindex')).toBe('6')
    expect(await row(page, 'budget.xlsx').getByRole('gridcell').allInnerTexts()).toContain('39.1 KB')
    await expectNoFaults(page, 'files-list', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('radio', { name: 'Grid' }).check()
    await page.waitForURL(/view=grid$/)
    await expect.poll(() => page.locator('[role=grid] img').count()).toBe(2)
    await expectNoFaults(page, 'files-tiles', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'Files', exact: true }).first().click()
    await heading(page, 'Files').waitFor()
    expect(await page.getByRole('radio', { name: 'Grid' }).isChecked()).toBe(true)
  })

  test('goes down by a click, and up by breadcrumbs and back', async () => {
    const { id } = await office.clients('Down')
    const page = await office.visit()
    await row(page, 'Down').click()
    await heading(page, 'Down').waitFor()
    await page.getByRole('link', { name: 'Acme Corporation' }).click()
    await heading(page, 'Acme Corporation').waitFor()
    await page.getByText('This folder is empty. Drop files here.').waitFor()
    expect(await crumbs(page).getByRole('link').allInnerTexts()).toEqual(['Files', 'Down'])
    await expectNoFaults(page, 'files-empty', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await crumbs(page).getByRole('link', { name: 'Down' }).click()
    await page.waitForURL(`${e2e.origin}/w/${office.tenant.workspaceId}/files/${id}`)
    await page.goBack()
    await heading(page, 'Acme Corporation').waitFor()
  })

  test('collapses a long path, and leads to the folders that it leaves out', async () => {
    let parent = await office.files.folder('One')
    for (const name of ['Two', 'Three with a longer name', 'Four', 'Five', 'Six'])
      parent = await office.files.folder(name, parent.id)
    const page = await office.visit(parent)
    await heading(page, 'Six').waitFor()
    expect(await crumbs(page).getByRole('link').allInnerTexts()).toEqual([
      'Files',
      'Three with a longer name',
      'Four',
      'Five',
    ])
    await expectNoFaults(page, 'files-path', 390)
    await expect.poll(() => crumbs(page).getByRole('link').allInnerTexts()).toEqual(['Files', 'Five'])
    await crumbs(page).getByRole('button', { name: 'Folders in between' }).click()
    await page.getByRole('menuitem', { name: 'Two' }).click()
    await heading(page, 'Two').waitFor()
  })

  test('sorts, in the URL, and still after a reload', async () => {
    const page = await office.visit(await office.clients('Sorted'))
    await row(page, 'budget.xlsx').waitFor()
    const folders = ['Acme Corporation', 'Contracts']
    expect(await names(page)).toEqual([
      ...folders,
      'A letter with a long name that somebody wrote in one go.docx',
      'archive.zip',
      'budget.xlsx',
      'forest.png',
      'notes.txt',
      'sunset.png',
    ])
    await sortedBy(page, 'Size')
    await page.waitForURL(/\?sort=size$/)
    await expect.poll(async () => (await names(page))[2]).toBe('budget.xlsx')
    const size = page.getByRole('columnheader', { name: 'Size' })
    expect(await size.getAttribute('aria-sort')).toBe('descending')
    await size.getByRole('button').click()
    await page.waitForURL(/\?sort=size&order=asc$/)
    await expect.poll(async () => (await names(page))[2]).toBe('archive.zip')
    await page.reload()
    await row(page, 'archive.zip').waitFor()
    expect((await names(page))[2]).toBe('archive.zip')
    await page.getByRole('button', { name: 'Ascending' }).click()
    await expect.poll(async () => (await names(page)).at(-1)).toBe('archive.zip')
  })

  test('shows at once what another person changes, and keeps the place', async () => {
    const folder = await office.clients('Shared by two')
    const page = await office.visit(folder)
    await row(page, 'notes.txt').focus()
    await page.keyboard.press(' ')
    const made = await office.files.file('new', 'a new one.txt', folder.id)
    await row(page, 'a new one.txt').waitFor()
    expect(await row(page, 'notes.txt').getAttribute('aria-selected')).toBe('true')
    expect(await page.evaluate('document.activeElement.dataset.name')).toBe('notes.txt')
    await office.files.del(`/files/${made.id}`)
    await row(page, 'a new one.txt').waitFor({ state: 'detached' })
    await office.files.patch(`/folders/${folder.id}`, { name: 'Renamed by one' })
    await heading(page, 'Renamed by one').waitFor()
  })

  test(
    'shows 5,000 items as a few elements, holds its place, and says where the rest is',
    { timeout: 60_000 },
    async () => {
      const folder = await office.files.folder('Large')
      await office.many(folder, 5001)
      const page = await office.visit(folder)
      await row(page, 'file 0001.txt').waitFor()
      const elements = () => page.locator('[role=grid] [role=row]').count()
      expect(await elements()).toBeLessThan(60)
      expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('5001')
      await page.locator('[role=grid][aria-busy=false]').waitFor()
      await row(page, 'file 0001.txt').focus()
      await page.keyboard.press('End')
      await row(page, 'file 4999.txt').waitFor()
      expect(await elements()).toBeLessThan(60)
      await page.getByText('The first 5,000 items. Search finds the rest.').scrollIntoViewIfNeeded()
      await page.keyboard.press('PageUp')
      const top = async () => (await row(page, 'file 4980.txt').boundingBox())?.y ?? NaN
      await row(page, 'file 4980.txt').waitFor()
      const before = await top()
      await office.files.file('x', 'an earlier one.txt', folder.id)
      await row(page, 'file 4980.txt').and(page.locator('[aria-rowindex="4983"]')).waitFor()
      expect(Math.abs((await top()) - before)).toBeLessThan(2)
    },
  )

  test('says what is not there, and what another person deletes while it is open', async () => {
    e2e.allowFaults(refused)
    const folder = await office.clients('Doomed')
    const inner = await office.files.folder('Inner', folder.id)
    const page = await office.visit(inner)
    await heading(page, 'Inner').waitFor()
    await office.files.del(`/folders/${inner.id}`)
    await heading(page, 'This folder was deleted').waitFor()
    await expectNoFaults(page, 'files-deleted', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'Go up to Doomed' }).click()
    await heading(page, 'Doomed').waitFor()
    const file = await office.files.file('x', 'a file.txt')
    const other = await openOffice(e2e)
    const foreign = await other.files.folder('Foreign')
    for (const { id } of [inner, file, foreign, { id: 'zzzzzzzz' }, { id: 'x' }]) {
      await page.goto(`${e2e.origin}/w/${office.tenant.workspaceId}/files/${id}`)
      await heading(page, 'This page does not exist').waitFor()
    }
    await page.goto(`${e2e.origin}/w/${other.tenant.workspaceId}/files/${foreign.id}`)
    await heading(page, 'Workspace not found').waitFor()
  })

  test('is in the navigation and among the recent folders of Jump to', async () => {
    const folder = await office.clients('Recently seen')
    const page = await office.visit(folder)
    await row(page, 'budget.xlsx').waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    await heading(page, 'Home').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Jump to' }).fill('recently')
    await page.keyboard.press('Enter')
    await heading(page, 'Recently seen').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Go up a folder').waitFor()
  })

  test('is left out where the plan has no files', async () => {
    e2e.allowFaults(refused)
    const { workspaceId, userId } = await e2e.app.tenant({ plan: { services: ['sms'] } })
    const page = await e2e.open(`/w/${workspaceId}`, { userId })
    await heading(page, 'Home').waitFor()
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    expect(await links.allInnerTexts()).not.toEqual(expect.arrayContaining(['Files', 'Shared']))
    await page.goto(`${e2e.origin}/w/${workspaceId}/files`)
    await page.getByRole('alert').waitFor()
  })
})
