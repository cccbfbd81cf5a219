import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'
import { chosen, crumbs, focused, heading, openOffice, row, type Office } from './files-office.ts'

const letter = 'A letter with a long name that somebody wrote in one go.docx'

describe.skipIf(executable === undefined)('Items of a folder', () => {
  const e2e = useApp()
  let office: Office
  beforeAll(async () => {
    office = await openOffice(e2e)
  })

  const open = async (name: string, more = ''): Promise<Page> => {
    const page = await office.visit(await office.clients(name), more)
    await row(page, 'budget.xlsx').waitFor()
    return page
  }

  test('are chosen with the mouse: boxes, Ctrl, and Shift', async () => {
    const page = await open('Mouse')
    await page.getByRole('checkbox', { name: 'Select archive.zip' }).check()
    await row(page, 'notes.txt').click({ modifiers: ['Control'] })
    expect(await chosen(page)).toEqual(['archive.zip', 'notes.txt'])
    await row(page, 'budget.xlsx').click({ modifiers: ['Shift'] })
    expect(await chosen(page)).toEqual(['budget.xlsx', 'forest.png', 'notes.txt'])
    await row(page, 'Acme Corporation').click({ modifiers: ['Control'] })
    await row(page, 'Contracts').click({ modifiers: ['Control', 'Shift'] })
    expect(await chosen(page)).toEqual([
      'Acme Corporation',
      'budget.xlsx',
      'Contracts',
      'forest.png',
      'notes.txt',
    ])
    await page.getByRole('status').getByText('5 items selected').waitFor({ state: 'attached' })
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor()
    await expectNoFaults(page, 'files-selected', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('Escape')
    expect(await chosen(page)).toEqual([])
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    expect(await chosen(page)).toHaveLength(8)
    await heading(page, 'Mouse').waitFor()
  })

  test('are chosen and opened by keyboard alone', async () => {
    const page = await open('Keyboard')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('Acme Corporation')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    expect(await chosen(page)).toEqual([letter, 'archive.zip'])
    expect(await focused(page)).toBe('archive.zip')
    await page.keyboard.press('End')
    expect(await focused(page)).toBe('sunset.png')
    await page.keyboard.press('f')
    expect(await focused(page)).toBe('forest.png')
    // Letters belong together for a second.
    await page.waitForTimeout(1100)
    await page.keyboard.type('co')
    expect(await focused(page)).toBe('Contracts')
    await page.keyboard.press('Control+a')
    expect(await chosen(page)).toHaveLength(8)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await heading(page, 'Contracts').waitFor()
    await page.keyboard.press('Backspace')
    await heading(page, 'Keyboard').waitFor()
    await expect.poll(() => focused(page)).toBe('Contracts')
    await page.keyboard.press('Backspace')
    await heading(page, 'Files').waitFor()
    await expect.poll(() => focused(page)).toBe('Keyboard')
    await page.keyboard.press('Enter')
    await heading(page, 'Keyboard').waitFor()
    await expect.poll(() => focused(page)).toBe('Acme Corporation')
  })

  test('have the keyboard also where the folder above comes late', async () => {
    const page = await open('Slow')
    await page.route(/\/items\?(?!.*parent_id)/, async (route) => {
      await page.waitForTimeout(700)
      await route.continue()
    })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Backspace')
    await heading(page, 'Files').waitFor()
    await expect.poll(() => focused(page)).toBe('Slow')
  })

  test('are cut, pasted into an empty folder, and deleted by keyboard alone', async () => {
    const page = await open('Cutting')
    await row(page, 'archive.zip').focus()
    await page.keyboard.press('Control+x')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await heading(page, 'Acme Corporation').waitFor()
    await page.getByText('This folder is empty. Drop files here.').waitFor()
    await page.keyboard.press('Control+v')
    await row(page, 'archive.zip').waitFor()
    await page.keyboard.press('Backspace')
    await heading(page, 'Cutting').waitFor()
    await expect.poll(() => focused(page)).toBe('Acme Corporation')
    await row(page, 'archive.zip').waitFor({ state: 'detached' })
    await row(page, 'forest.png').focus()
    await page.keyboard.press('Delete')
    await row(page, 'forest.png').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('notes.txt')
    const notice = page.getByRole('dialog', { name: 'Deleted forest.png' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'forest.png').waitFor()
  })

  test('take one stop of the Tab key, with the menu of the current one', async () => {
    const page = await open('Tab')
    await row(page, 'budget.xlsx').focus()
    const name = () =>
      page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.dataset.name')
    await page.keyboard.press('Tab')
    expect(await name()).toBe('Actions for budget.xlsx')
    await page.keyboard.press('Tab')
    expect(String(await name())).not.toContain('Actions for')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    expect(await name()).toBe('budget.xlsx')
  })

  test('move in two dimensions among tiles', async () => {
    const page = await open('Tiles', '?view=grid')
    await row(page, 'Acme Corporation').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('notes.txt')
    await page.keyboard.press('Shift+ArrowLeft')
    expect(await chosen(page)).toEqual(['forest.png', 'notes.txt'])
    await page.getByRole('checkbox', { name: 'Select sunset.png' }).check()
    expect(await chosen(page)).toHaveLength(3)
  })

  test('are renamed in their place', async () => {
    const page = await open('Renaming')
    await row(page, 'budget.xlsx').focus()
    await page.keyboard.press('F2')
    const input = page.getByRole('textbox', { name: 'Name' })
    await input.waitFor()
    expect(await page.evaluate('getSelection().toString()')).toBe('budget')
    await page.keyboard.press('Escape')
    await input.waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('budget.xlsx')
    await page.keyboard.press('F2')
    await page.keyboard.type('plan')
    await page.keyboard.press('Enter')
    await row(page, 'plan.xlsx').waitFor()
    await expect.poll(() => focused(page)).toBe('plan.xlsx')
  })

  test('show their preview, and get the focus back', async () => {
    const page = await open('Previews')
    await page.getByRole('link', { name: 'notes.txt' }).click()
    await page.waitForURL(/\?preview=\w+$/)
    const dialog = page.getByRole('dialog', { name: 'notes.txt' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('notes.txt')
    expect(page.url()).not.toContain('preview')
  })

  test('have a menu, by its button and by the right one of the mouse', async () => {
    const page = await open('Menus')
    await page.getByRole('button', { name: 'Actions for notes.txt' }).click()
    await page.getByRole('menuitem', { name: 'Open' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await row(page, 'budget.xlsx').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open' }).click()
    await page.getByRole('dialog', { name: 'budget.xlsx' }).waitFor()
  })

  test('are dragged to a folder and to a breadcrumb', async () => {
    const page = await open('Dragging')
    await page.getByRole('checkbox', { name: 'Select archive.zip' }).check()
    await page.getByRole('checkbox', { name: 'Select notes.txt' }).check()
    await row(page, 'notes.txt').dragTo(row(page, 'Contracts'))
    await row(page, 'notes.txt').waitFor({ state: 'detached' })
    await row(page, 'archive.zip').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Contracts' }).click()
    await heading(page, 'Contracts').waitFor()
    await row(page, 'archive.zip').dragTo(crumbs(page).getByRole('link', { name: 'Dragging' }))
    await row(page, 'archive.zip').waitFor({ state: 'detached' })
    await page.goBack()
    await row(page, 'archive.zip').waitFor()
  })

  test('are uploaded by a drop anywhere, into a folder by a drop on it', async () => {
    const page = await open('Dropping')
    const drop = async (selector: string, name: string) => {
      const transfer = await page.evaluateHandle(`(() => {
        const made = new DataTransfer()
        made.items.add(new File(['dropped'], '${name}', { type: 'text/plain' }))
        return made
      })()`)
      await page.dispatchEvent(selector, 'dragover', { dataTransfer: transfer })
      await page.getByText(/^Drop to upload to (?:Dropping|Contracts)$/).waitFor()
      await page.dispatchEvent(selector, 'drop', { dataTransfer: transfer })
      await page.getByText(/^Drop to upload to/).waitFor({ state: 'detached' })
    }
    await drop('h1', 'here.txt')
    await row(page, 'here.txt').waitFor()
    await drop('[data-name=Contracts]', 'inside.txt')
    await page.getByRole('link', { name: 'Contracts' }).click()
    await row(page, 'inside.txt').waitFor()
  })

  test('come from the chooser of the browser, and folders from New', async () => {
    const page = await open('Choosing')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload', exact: true }).click(),
    ])
    expect(chooser.isMultiple()).toBe(true)
    await chooser.setFiles({ name: 'chosen.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await row(page, 'chosen.txt').waitFor()
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Upload folder' }).waitFor()
    await page.getByRole('menuitem', { name: 'Folder', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'New folder' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Made here')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await row(page, 'Made here').waitFor()
  })
})
