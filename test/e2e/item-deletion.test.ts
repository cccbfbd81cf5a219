import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'
import { openOffice, row, type Office } from './files-office.ts'
import { button, fromMenu, select, tool } from './item-tools.ts'

describe.skipIf(executable === undefined)('Deleting items', () => {
  const e2e = useApp()
  let office: Office
  beforeAll(async () => {
    office = await openOffice(e2e)
  })

  test('deletes after eight seconds, unless the person undoes it', async () => {
    e2e.allowFaults(/status of 404/)
    const folder = await office.files.folder('Deleting')
    await office.files.file('a', 'keep.txt', folder.id)
    const gone = await office.files.file('b', 'gone.txt', folder.id)
    const inner = await office.files.folder('Full', folder.id)
    await office.files.file('12345', 'inner.txt', inner.id)
    const page = await office.visit(folder)
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
    expect(await office.files.names(`?parent_id=${folder.id}`)).toEqual(['Full', 'gone.txt', 'keep.txt'])
    // Someone else is faster.
    await office.files.del(`/files/${gone.id}`)
    await expectNoFaults(page, 'actions-deleted', 390)
    await expect.poll(() => office.files.names(`?parent_id=${folder.id}`)).toEqual(['keep.txt'])
    await expect.poll(() => page.getByText('Deleted gone.txt').count()).toBe(0)
    expect(await page.getByText('could not be deleted').count()).toBe(0)
  })

  test('deletes what waits when the page goes', async () => {
    const folder = await office.files.folder('Leaving')
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await office.files.file('a', name, folder.id)
    const page = await office.visit(folder)
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await select(page, name)
    await tool(page, 'Delete').click()
    await page.getByText('Deleted 3 items').waitFor()
    await page.reload()
    await row(page, 'd.txt').waitFor()
    await expect.poll(() => office.files.names(`?parent_id=${folder.id}`)).toEqual(['d.txt'])
    await row(page, 'a.txt').waitFor({ state: 'detached' })
    await fromMenu(page, 'd.txt', 'Delete')
    await page.getByText('Deleted d.txt').waitFor()
    await button(page, 'Undo').click()
    await row(page, 'd.txt').waitFor()
    await page.reload()
    await row(page, 'd.txt').waitFor()
  })

  test('what cannot be deleted comes back with the reason', async () => {
    e2e.allowFaults(/ERR_INTERNET_DISCONNECTED/)
    const folder = await office.files.folder('Offline')
    await office.files.file('a', 'a.txt', folder.id)
    const page = await office.visit(folder)
    await fromMenu(page, 'a.txt', 'Delete')
    await row(page, 'a.txt').waitFor({ state: 'detached' })
    await page.context().setOffline(true)
    await page.getByText('a.txt could not be deleted. The server did not answer.').waitFor()
    await row(page, 'a.txt').waitFor()
    await page.context().setOffline(false)
  })

  test('many items are deleted in the tray, and leaving before asks', async () => {
    const folder = await office.files.folder('Many')
    for (let count = 1; count <= 25; count++) await office.files.file('a', `${count}.txt`, folder.id)
    const page = await office.visit(folder)
    await row(page, '1.txt').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.getByText('Deleted 25 items').waitFor()
    const asked = page.waitForEvent('dialog')
    void page.evaluate('setTimeout(() => location.reload())')
    expect((await asked).type()).toBe('beforeunload')
    await (await asked).dismiss()
    expect(await office.files.names(`?parent_id=${folder.id}`)).toHaveLength(20)
    await page.getByRole('region', { name: 'Uploads' }).getByText('25 items').waitFor()
    await expect.poll(() => office.files.names(`?parent_id=${folder.id}`)).toEqual([])
  })

  test('logging out deletes what waits before', async () => {
    // The page may fetch once more what was deleted.
    e2e.allowFaults(/status of 401/)
    const folder = await office.files.folder('Logging out')
    for (const name of ['a.txt', 'b.txt']) await office.files.file('a', name, folder.id)
    const page = await office.visit(folder)
    await fromMenu(page, 'a.txt', 'Delete')
    await page.getByText('Deleted a.txt').waitFor()
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL(/login/)
    expect(await office.files.names(`?parent_id=${folder.id}`)).toEqual(['b.txt'])
  })
})
