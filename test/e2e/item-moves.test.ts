import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Shown } from '../files-client.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'
import { crumbs, heading, openOffice, row, type Office } from './files-office.ts'
import { button, dialog, fromMenu, select, tool } from './item-tools.ts'

const open = (page: Page, name: string) => row(page, name).getByRole('link', { name, exact: true }).click()
const paste = (page: Page) => page.keyboard.press('Control+v')
const up = (page: Page) => crumbs(page).getByRole('link', { name: 'Files' }).click()

/** Cuts items, then opens a folder. */
async function cutAndOpen(page: Page, names: readonly string[], folder: string): Promise<void> {
  for (const name of names) await select(page, name)
  await page.keyboard.press('Control+x')
  await open(page, folder)
  await heading(page, folder).waitFor()
}

describe.skipIf(executable === undefined)('Moving and copying items', () => {
  const e2e = useApp()
  let office: Office
  beforeAll(async () => {
    office = await openOffice(e2e)
  })

  test('moves into a folder that is chosen in a dialog, and back', async () => {
    const folder = await office.files.folder('Moving')
    const inner = await office.files.folder('Inner', folder.id)
    await office.files.file('a', 'a.txt', folder.id)
    const page = await office.visit(folder)
    await select(page, 'a.txt')
    await tool(page, 'Move').click()
    const to = dialog(page, 'Move to')
    await to.getByRole('button', { name: 'Inner' }).waitFor()
    expect(await to.getByRole('button', { name: 'Move here' }).getAttribute('aria-disabled')).toBe('true')
    await expectNoFaults(page, 'actions-move', 390)
    await to.getByRole('button', { name: 'Inner' }).click()
    await to.getByText('This folder has no folders.').waitFor()
    await to.getByRole('button', { name: 'New folder' }).click()
    await page.keyboard.type('Deep')
    await expectNoFaults(page, 'actions-move-new', 390)
    await page.keyboard.press('Enter')
    await to.getByRole('button', { name: 'Deep' }).waitFor()
    await to.getByRole('button', { name: 'Move here' }).click()
    await page.getByText('Moved a.txt to Deep').waitFor()
    await row(page, 'a.txt').waitFor({ state: 'detached' })
    await button(page, 'Undo').click()
    await row(page, 'a.txt').waitFor()
    expect(await office.files.names(`?parent_id=${folder.id}`)).toEqual(['Inner', 'a.txt'])
    await fromMenu(page, 'Inner', 'Move')
    expect(await to.getByRole('button', { name: 'Inner' }).getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    await to.waitFor({ state: 'detached' })
    expect(inner.id).toHaveLength(8)
  })

  test('copies in place under the next free name', async () => {
    const folder = await office.files.folder('Copying')
    await office.files.file('a', 'a.txt', folder.id)
    const page = await office.visit(folder)
    await fromMenu(page, 'a.txt', 'Copy')
    await dialog(page, 'Copy to').getByRole('button', { name: 'Copy here' }).click()
    await row(page, 'a (2).txt').waitFor()
    await select(page, 'a.txt')
    await page.keyboard.press('Control+c')
    await paste(page)
    await row(page, 'a (3).txt').waitFor()
  })

  test('asks about files whose names are taken, and keeps both of folders', async () => {
    const folder = await office.files.folder('Conflicts')
    const inner = await office.files.folder('Inner', folder.id)
    for (const [name, parent] of [
      ['a.txt', folder],
      ['b.txt', folder],
      ['c.txt', folder],
      ['a.txt', inner],
      ['b.txt', inner],
      ['c.txt', inner],
    ] as const)
      await office.files.file(parent === folder ? 'new' : 'old!', name, parent.id)
    await office.files.folder('Same', folder.id)
    await office.files.folder('Same', inner.id)
    const page = await office.visit(folder)
    await cutAndOpen(page, ['a.txt', 'b.txt', 'c.txt'], 'Inner')
    await paste(page)
    const asked = dialog(page, 'Already here')
    for (const answer of ['Keep both', 'Replace', 'Skip']) {
      await asked.getByRole('button', { name: answer, exact: true }).click()
    }
    await page.getByText('Moved 2 items to Inner').waitFor()
    expect(
      await page
        .getByText('Moved 2 items to Inner')
        .locator('..')
        .getByRole('button', { name: 'Undo' })
        .count(),
    ).toBe(0)
    await row(page, 'a (2).txt').waitFor()
    expect(await office.files.names(`?parent_id=${inner.id}`)).toEqual([
      'Same',
      'a (2).txt',
      'a.txt',
      'b.txt',
      'c.txt',
    ])
    expect(await office.files.names(`?parent_id=${folder.id}`)).toEqual(['Inner', 'Same', 'c.txt'])
    const { data } = await office.files.list(`?parent_id=${inner.id}`)
    expect(data.map(({ size }) => size)).toEqual([0, 3, 4, 3, 4])
    await page.goto(`${e2e.origin}/w/${office.tenant.workspaceId}/files/${folder.id}`)
    await cutAndOpen(page, ['Same'], 'Inner')
    await paste(page)
    await page.getByText('Moved Same to Inner as Same (2)').waitFor()
    await button(page, 'Undo').click()
    await page.getByText('Moved Same back').waitFor()
    expect(await office.files.names(`?parent_id=${folder.id}`)).toEqual(['Inner', 'Same', 'c.txt'])
  })

  test('two people move the same folder: the later one wins', async () => {
    const folder = await office.files.folder('Two people')
    const one = await office.files.folder('One', folder.id)
    const two = await office.files.folder('Two', folder.id)
    await office.files.folder('Shared work', folder.id)
    const colleague = await e2e.app.member(office.tenant.workspaceId, 'member')
    const mine = await office.visit(folder)
    const theirs = await office.visit(folder, '', { userId: colleague.id })
    const moveTo = async (page: Page, name: string, to: string): Promise<void> => {
      await fromMenu(page, name, 'Move')
      await dialog(page, 'Move to').getByRole('button', { name: to, exact: true }).click()
      await dialog(page, 'Move to').getByText('This folder has no folders.').waitFor()
    }
    await moveTo(mine, 'Shared work', 'One')
    await moveTo(theirs, 'Shared work', 'Two')
    await button(mine, 'Move here').click()
    await mine.getByText('Moved Shared work to One').waitFor()
    await button(theirs, 'Move here').click()
    await theirs.getByText('Moved Shared work to Two').waitFor()
    expect(await office.files.names(`?parent_id=${one.id}`)).toEqual([])
    expect(await office.files.names(`?parent_id=${two.id}`)).toEqual(['Shared work'])
    for (const page of [mine, theirs]) await row(page, 'Shared work').waitFor({ state: 'detached' })
  })

  test('a move that fails brings the rows back with the reason', async () => {
    e2e.allowFaults(/status of 404/)
    const folder = await office.files.folder('Failing')
    const inner = await office.files.folder('Inner', folder.id)
    for (const name of ['a.txt', 'b.txt']) await office.files.file('a', name, folder.id)
    const page = await office.visit(folder)
    for (const name of ['a.txt', 'b.txt']) await select(page, name)
    await tool(page, 'Move').click()
    await dialog(page, 'Move to').getByRole('button', { name: 'Inner' }).click()
    await dialog(page, 'Move to').getByText('This folder has no folders.').waitFor()
    await office.files.del(`/files/${inner.id}`)
    await button(page, 'Move here').click()
    await page.getByText('That folder is gone.').waitFor()
    await row(page, 'a.txt').waitFor()
    await row(page, 'b.txt').waitFor()
  })

  test('moves many items in the tray, and says how many could not be moved', async () => {
    e2e.allowFaults(/status of 404/)
    const folder = await office.files.folder('Many')
    const inner = await office.files.folder('Inner', folder.id)
    const made: Shown[] = []
    for (let count = 1; count <= 12; count++)
      made.push(await office.files.file('a', `${count}.txt`, folder.id))
    const page = await office.visit(folder)
    await row(page, '12.txt').waitFor()
    for (const { name } of made) await select(page, String(name))
    await page.keyboard.press('Control+x')
    for (const { id } of made.slice(0, 3)) await office.files.del(`/files/${id}`)
    await open(page, 'Inner')
    await heading(page, 'Inner').waitFor()
    await paste(page)
    await page.getByText('Moved 9 items to Inner').waitFor()
    const tray = page.getByRole('region', { name: 'Uploads' })
    await tray
      .getByText('3 of 12 items could not be moved. Someone may have deleted or moved them meanwhile.')
      .waitFor()
    expect(await office.files.names(`?parent_id=${inner.id}`)).toHaveLength(9)
  })

  test('says when copying waits for the limit, and stops when it is canceled', async () => {
    e2e.allowFaults(/status of 429/)
    const folder = await office.files.folder('Limited')
    for (let count = 1; count <= 65; count++) await office.files.file('a', `${count}.txt`, folder.id)
    const page = await office.visit(folder)
    await row(page, '1.txt').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await page.getByText('You have reached the limit for now. Copying goes on in').waitFor()
    await button(page, 'Cancel 65 items').click()
    await page.getByText(/^Copied \d\d items to Limited$/).waitFor()
    await row(page, '1 (2).txt').waitFor()
  })

  test('cannot move a folder into itself', async () => {
    e2e.allowFaults(/status of 400/)
    const folder = await office.files.folder('Cycle')
    await office.files.folder('Inner', folder.id)
    const page = await office.visit(folder)
    await row(page, 'Inner').waitFor()
    await up(page)
    await select(page, 'Cycle')
    await page.keyboard.press('Control+x')
    await open(page, 'Cycle')
    await heading(page, 'Cycle').waitFor()
    await open(page, 'Inner')
    await heading(page, 'Inner').waitFor()
    await paste(page)
    await page.getByText('Cycle could not be moved. A folder cannot be moved into itself').waitFor()
    await up(page)
    await row(page, 'Cycle').waitFor()
  })
})
