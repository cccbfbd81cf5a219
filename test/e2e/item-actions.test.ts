import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { filesClient, type Shown } from '../files-client.ts'
import type { Tenant } from '../harness.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const select = (page: Page, name: string) => row(page, name).getByRole('checkbox').click()
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function fromMenu(page: Page, name: string, item: string): Promise<void> {
  await button(page, `Actions for ${name}`).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Cuts or copies items, then opens a folder. */
async function clipAndOpen(page: Page, how: 'Cut' | 'Clip', names: readonly string[], folder: string) {
  for (const name of names) await select(page, name)
  await button(page, how).click()
  await row(page, folder).getByRole('button', { name: folder, exact: true }).click()
}

describe.skipIf(executable === undefined)('What a person does with items', () => {
  const e2e = useApp()
  let tenant: Tenant
  let files: ReturnType<typeof filesClient>
  beforeAll(async () => {
    tenant = await e2e.app.tenant()
    files = filesClient(e2e.app, (await tenant.key('files')).key)
  })

  const visit = (folder: Shown, options: object = {}): Promise<Page> =>
    e2e.open(`/w/${tenant.workspaceId}/try?folder="${folder.id}"`, { userId: tenant.userId, ...options })

  test('the toolbar says what does not fit', async () => {
    const folder = await files.folder('Toolbar')
    await files.file('a', 'a.txt', folder.id)
    await files.folder('Reports', folder.id)
    await files.file('zip', 'old.zip', folder.id)
    const page = await visit(folder)
    await select(page, 'a.txt')
    await page.getByText('1 selected').waitFor()
    expect(await tool(page, 'Unzip').getAttribute('aria-disabled')).toBe('true')
    await page.getByText('Only .zip archives can be unzipped.').waitFor({ state: 'attached' })
    await select(page, 'old.zip')
    for (const name of ['Share', 'Rename', 'Unzip'])
      expect(await tool(page, name).getAttribute('aria-disabled'), name).toBe('true')
    await expectNoFaults(page, 'actions-toolbar', 390)
    await tool(page, 'Download').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Rename')
    await tool(page, 'Clear selection').click()
    expect(await page.getByRole('toolbar', { name: 'Selection' }).count()).toBe(0)
  })

  test('renames, and says at the field why not', async () => {
    e2e.allowFaults(/status of 400/)
    const folder = await files.folder('Renaming')
    await files.file('a', 'report.txt', folder.id)
    await files.file('b', 'other.txt', folder.id)
    const page = await visit(folder)
    await fromMenu(page, 'report.txt', 'Rename')
    const name = dialog(page, 'Rename').getByRole('textbox', { name: 'Name' })
    await expect.poll(() => page.evaluate('getSelection().toString()')).toBe('report')
    await name.fill('a/b.txt')
    await page.keyboard.press('Enter')
    await dialog(page, 'Rename').getByText('Must have 1 to 255 characters').waitFor()
    await name.fill('OTHER.txt')
    await page.keyboard.press('Enter')
    await dialog(page, 'Rename').getByText('OTHER.txt is already here. Choose another name.').waitFor()
    await expectNoFaults(page, 'actions-rename', 390)
    await name.fill('summary.txt')
    await page.keyboard.press('Enter')
    await row(page, 'summary.txt').waitFor()
    await dialog(page, 'Rename').waitFor({ state: 'detached' })
    expect(await files.names(`?parent_id=${folder.id}`)).toEqual(['other.txt', 'summary.txt'])
    await button(page, 'Undo').click()
    await row(page, 'report.txt').waitFor()
  })

  test('deletes after eight seconds, unless the person undoes it', async () => {
    const folder = await files.folder('Deleting')
    await files.file('a', 'keep.txt', folder.id)
    await files.file('b', 'gone.txt', folder.id)
    const inner = await files.folder('Full', folder.id)
    await files.file('12345', 'inner.txt', inner.id)
    const page = await visit(folder)
    await fromMenu(page, 'keep.txt', 'Delete')
    await page.getByText('Deleted keep.txt').waitFor()
    await row(page, 'keep.txt').waitFor({ state: 'detached' })
    await button(page, 'Undo').click()
    await row(page, 'keep.txt').waitFor()
    await fromMenu(page, 'Full', 'Delete')
    await page.getByText('The folder has 1 item, 5 bytes.').waitFor()
    await select(page, 'gone.txt')
    await tool(page, 'Delete').click()
    await page.getByText('Deleted gone.txt').waitFor()
    await expectNoFaults(page, 'actions-deleted', 390)
    expect(await files.names(`?parent_id=${folder.id}`)).toEqual(['Full', 'gone.txt', 'keep.txt'])
    await expect.poll(() => files.names(`?parent_id=${folder.id}`)).toEqual(['keep.txt'])
    await expect.poll(() => page.getByText('Deleted gone.txt').count()).toBe(0)
  })

  test('deletes what waits when the page goes', async () => {
    const folder = await files.folder('Leaving')
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await files.file('a', name, folder.id)
    const page = await visit(folder)
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await select(page, name)
    await tool(page, 'Delete').click()
    await page.getByText('Deleted 3 items').waitFor()
    await page.reload()
    await row(page, 'd.txt').waitFor()
    await expect.poll(() => files.names(`?parent_id=${folder.id}`)).toEqual(['d.txt'])
    await row(page, 'a.txt').waitFor({ state: 'detached' })
    await fromMenu(page, 'd.txt', 'Delete')
    await page.getByText('Deleted d.txt').waitFor()
    await button(page, 'Undo').click()
    await row(page, 'd.txt').waitFor()
    await page.reload()
    await row(page, 'd.txt').waitFor()
  })

  test('moves into a folder that is chosen in a dialog, and back', async () => {
    const folder = await files.folder('Moving')
    const inner = await files.folder('Inner', folder.id)
    await files.file('a', 'a.txt', folder.id)
    const page = await visit(folder)
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
    expect(await files.names(`?parent_id=${folder.id}`)).toEqual(['Inner', 'a.txt'])
    await fromMenu(page, 'Inner', 'Move')
    expect(await to.getByRole('button', { name: 'Inner' }).getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    await to.waitFor({ state: 'detached' })
    expect(inner.id).toHaveLength(8)
  })

  test('copies in place under the next free name', async () => {
    const folder = await files.folder('Copying')
    await files.file('a', 'a.txt', folder.id)
    const page = await visit(folder)
    await fromMenu(page, 'a.txt', 'Copy')
    await dialog(page, 'Copy to').getByRole('button', { name: 'Copy here' }).click()
    await row(page, 'a (2).txt').waitFor()
    await select(page, 'a.txt')
    await button(page, 'Clip').click()
    await button(page, 'Paste').click()
    await row(page, 'a (3).txt').waitFor()
  })

  test('asks about files whose names are taken, and keeps both of folders', async () => {
    const folder = await files.folder('Conflicts')
    const inner = await files.folder('Inner', folder.id)
    for (const [name, parent] of [
      ['a.txt', folder],
      ['b.txt', folder],
      ['c.txt', folder],
      ['a.txt', inner],
      ['b.txt', inner],
      ['c.txt', inner],
    ] as const)
      await files.file(parent === folder ? 'new' : 'old!', name, parent.id)
    await files.folder('Same', folder.id)
    await files.folder('Same', inner.id)
    const page = await visit(folder)
    await clipAndOpen(page, 'Cut', ['a.txt', 'b.txt', 'c.txt'], 'Inner')
    await button(page, 'Paste').click()
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
    expect(await files.names(`?parent_id=${inner.id}`)).toEqual([
      'Same',
      'a (2).txt',
      'a.txt',
      'b.txt',
      'c.txt',
    ])
    expect(await files.names(`?parent_id=${folder.id}`)).toEqual(['Inner', 'Same', 'c.txt'])
    const { data } = await files.list(`?parent_id=${inner.id}`)
    expect(data.map(({ size }) => size)).toEqual([0, 3, 4, 3, 4])
    await page.goto(`${e2e.origin}/w/${tenant.workspaceId}/try?folder="${folder.id}"`)
    await clipAndOpen(page, 'Cut', ['Same'], 'Inner')
    await button(page, 'Paste').click()
    await page.getByText('Moved Same to Inner as Same (2)').waitFor()
    await button(page, 'Undo').click()
    await page.getByText('Moved Same back').waitFor()
    expect(await files.names(`?parent_id=${folder.id}`)).toEqual(['Inner', 'Same', 'c.txt'])
  })

  test('two people move the same folder: the later one wins', async () => {
    const folder = await files.folder('Two people')
    const one = await files.folder('One', folder.id)
    const two = await files.folder('Two', folder.id)
    await files.folder('Shared work', folder.id)
    const colleague = await e2e.app.member(tenant.workspaceId, 'member')
    const mine = await visit(folder)
    const theirs = await visit(folder, { userId: colleague.id })
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
    expect(await files.names(`?parent_id=${one.id}`)).toEqual([])
    expect(await files.names(`?parent_id=${two.id}`)).toEqual(['Shared work'])
    for (const page of [mine, theirs]) await row(page, 'Shared work').waitFor({ state: 'detached' })
  })

  test('a move that fails brings the rows back with the reason', async () => {
    e2e.allowFaults(/status of 404/)
    const folder = await files.folder('Failing')
    const inner = await files.folder('Inner', folder.id)
    for (const name of ['a.txt', 'b.txt']) await files.file('a', name, folder.id)
    const page = await visit(folder)
    for (const name of ['a.txt', 'b.txt']) await select(page, name)
    await tool(page, 'Move').click()
    await dialog(page, 'Move to').getByRole('button', { name: 'Inner' }).click()
    await dialog(page, 'Move to').getByText('This folder has no folders.').waitFor()
    await files.del(`/files/${inner.id}`)
    await button(page, 'Move here').click()
    await page.getByText('That folder is gone.').waitFor()
    await row(page, 'a.txt').waitFor()
    await row(page, 'b.txt').waitFor()
  })

  test('moves many items in the tray, and says how many could not be moved', async () => {
    e2e.allowFaults(/status of 404/)
    const folder = await files.folder('Many')
    const inner = await files.folder('Inner', folder.id)
    const made: Shown[] = []
    for (let count = 1; count <= 12; count++) made.push(await files.file('a', `${count}.txt`, folder.id))
    const page = await visit(folder)
    await row(page, '12.txt').waitFor()
    for (const { name } of made) await select(page, String(name))
    await button(page, 'Cut').click()
    for (const { id } of made.slice(0, 3)) await files.del(`/files/${id}`)
    await row(page, 'Inner').getByRole('button', { name: 'Inner', exact: true }).click()
    await button(page, 'Paste').click()
    await page.getByText('Moved 9 items to Inner').waitFor()
    const tray = page.getByRole('region', { name: 'Uploads' })
    await tray
      .getByText('3 of 12 items could not be moved. Somebody may have deleted or moved them meanwhile.')
      .waitFor()
    expect(await files.names(`?parent_id=${inner.id}`)).toHaveLength(9)
  })

  test('cannot move a folder into itself', async () => {
    e2e.allowFaults(/status of 400/)
    const folder = await files.folder('Cycle')
    await files.folder('Inner', folder.id)
    const page = await visit(folder)
    await row(page, 'Inner').waitFor()
    await button(page, 'Top').click()
    await select(page, 'Cycle')
    await button(page, 'Cut').click()
    await row(page, 'Cycle').getByRole('button', { name: 'Cycle', exact: true }).click()
    await row(page, 'Inner').getByRole('button', { name: 'Inner', exact: true }).click()
    await button(page, 'Paste').click()
    await page.getByText('Cycle could not be moved. A folder cannot be moved into itself').waitFor()
    await button(page, 'Top').click()
    await row(page, 'Cycle').waitFor()
  })
})
