import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/platform/database/sql.ts'
import { filesClient } from '../files-client.ts'
import type { Tenant } from '../harness.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'
import { button, choose, rowOf } from './workspace.ts'

const works = 'The link works'
const off = 'The link is off'

describe.skipIf(executable === undefined)('shares in a browser', () => {
  const e2e = useApp()
  let tenant: Tenant
  let files: ReturnType<typeof filesClient>
  beforeAll(async () => {
    tenant = await e2e.app.tenant()
    files = filesClient(e2e.app, (await tenant.key('files')).key)
  })

  const visit = (search = '', workspaceId = tenant.workspaceId): Promise<Page> =>
    e2e.open(`/w/${workspaceId}/shared${search}`, { userId: tenant.userId, reducedMotion: 'reduce' })

  async function openDialog(page: Page, name: string): Promise<Locator> {
    const dialog = page.getByRole('dialog', { name: `Share ${name}`, exact: true })
    await dialog.getByRole('button', { name: 'Save' }).waitFor()
    return dialog
  }

  const chooseWho = (dialog: Locator, who: string) =>
    dialog.getByRole('radio', { name: who, exact: true }).click()

  async function chooseExpiry(page: Page, option: string): Promise<void> {
    await page.getByRole('combobox', { name: 'Expires' }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save' }).click()

  async function expectUnknown(id: string): Promise<void> {
    e2e.allowFaults(/status of 404/)
    const visitor = await e2e.open(`/sl/${id}`)
    await visitor.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await visitor.context().close()
  }

  const openings = (dialog: Locator) => dialog.getByRole('table', { name: 'Opened' }).getByRole('row')

  test('a folder is shared with a password, and who opens it shows at once', async () => {
    const folder = await files.folder('Spring campaign')
    await files.file('All drawers are in order.', 'report.txt', folder.id)
    const page = await visit(`?share=${folder.id}`)
    const dialog = await openDialog(page, 'Spring campaign')
    await page.getByText(off).waitFor()
    await expectNoFaults(page, 'share-off', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await chooseWho(dialog, 'Anyone with the link')
    await button(page, 'Generate password').click()
    const password = await dialog.getByRole('textbox', { name: 'Password' }).inputValue()
    expect(password).toMatch(/^(?:\w{4}-){3}\w{4}$/)
    await dialog.getByRole('textbox', { name: 'Message' }).fill('The pictures for the poster.')
    await save(dialog)
    await page.getByText(works).waitFor()
    await dialog.getByText(password).waitFor()
    await dialog.getByText('Nobody has opened the link yet.').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('')
    await expectNoFaults(page, 'share-on', 390)

    const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
    const visitor = await e2e.open(new URL(url).pathname)
    await visitor.getByLabel('Password').fill(password)
    await visitor.keyboard.press('Enter')
    await visitor.getByRole('heading', { name: 'Spring campaign' }).waitFor()
    await visitor.getByText('The pictures for the poster.').waitFor()
    await openings(dialog).filter({ hasText: 'Unlocked' }).waitFor()
    await openings(dialog).filter({ hasText: 'Anyone with the link' }).filter({ hasText: 'Opened' }).waitFor()
    await visitor.getByRole('link', { name: 'report.txt' }).first().click()
    await openings(dialog).filter({ hasText: 'report.txt' }).first().waitFor()
    await openings(dialog).last().scrollIntoViewIfNeeded()
    await expectNoFaults(page, 'share-opened', 390)
  })

  test('a file is shared with people, who open it with a code from their mail', async () => {
    const file = await files.file('x', 'for ann.txt')
    const page = await visit(`?share=${file.id}`)
    const dialog = await openDialog(page, 'for ann.txt')
    await chooseWho(dialog, 'Only these people')
    await dialog.getByRole('textbox', { name: 'E-mail addresses' }).fill('Ann@example.com')
    await save(dialog)
    await page.getByText(works).waitFor()
    const visitor = await e2e.open(`/sl/${file.id}`)
    await visitor.getByLabel('E-mail address').fill('ann@example.com')
    await visitor.keyboard.press('Enter')
    await visitor.getByLabel('Code').waitFor()
    const { text } = await e2e.app.context.database.one<{ text: string }>(sql`
      select text from platform.mail where recipient = 'ann@example.com' order by id desc limit 1`)
    await visitor.getByLabel('Code').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '')
    await visitor.keyboard.press('Enter')
    await visitor.getByRole('heading', { name: 'for ann.txt' }).waitFor()
    await openings(dialog).filter({ hasText: 'ann@example.com' }).filter({ hasText: 'Opened' }).waitFor()
  })

  test('a link is off when its time has passed', async () => {
    const file = await files.file('x', 'soon gone.txt')
    const page = await visit(`?share=${file.id}`)
    const dialog = await openDialog(page, 'soon gone.txt')
    await chooseWho(dialog, 'Anyone with the link')
    await chooseExpiry(page, '1 hour')
    await save(dialog)
    await dialog.getByText(/^until /).waitFor()
    await page.keyboard.press('Escape')
    await rowOf(page, 'soon gone.txt').getByText('Expiring').waitFor()
    // The time of the browser went on, that of the server did not.
    e2e.app.clock.advance(2 * 3_600_000)
    await expectUnknown(file.id)
    await page.goto(`${e2e.origin}/w/${tenant.workspaceId}/shared?share=${file.id}`)
    await page.getByText(off).waitFor()
    expect(await dialog.getByRole('radio', { name: 'Nobody' }).isChecked()).toBe(true)
  })

  test('an expiry on a date is kept, changed, and cleared', async () => {
    const file = await files.file('x', 'dated.txt')
    const page = await visit(`?share=${file.id}`)
    const dialog = await openDialog(page, 'dated.txt')
    const expiry = async () =>
      (await files.get(`/shares/${file.id}`)).body as { data: { share_expires_at: string } }
    await chooseWho(dialog, 'Anyone with the link')
    await chooseExpiry(page, 'On a date…')
    await dialog.getByLabel('Date and time').fill('2031-05-04T10:30')
    await save(dialog)
    await dialog.getByText(/^until May 4, 2031/).waitFor()
    expect((await expiry()).data.share_expires_at).toMatch(/^2031-05-0/)
    await dialog.getByRole('textbox', { name: 'Password' }).fill('correct horse')
    await save(dialog)
    await dialog.getByRole('button', { name: 'Remove password' }).waitFor()
    expect((await expiry()).data.share_expires_at).toMatch(/^2031-05-0/)
    await chooseExpiry(page, 'Never')
    await dialog.getByRole('button', { name: 'Remove password' }).click()
    await save(dialog)
    await dialog.getByRole('button', { name: 'Keep password' }).waitFor({ state: 'detached' })
    expect((await expiry()).data).toMatchObject({
      share_expires_at: null,
      share_password_protected: false,
      share_active: true,
    })
  })

  test('of 100 pasted addresses, the two that are wrong are marked and corrected', async () => {
    const file = await files.file('x', 'newsletter.pdf')
    const page = await visit(`?share=${file.id}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const dialog = await openDialog(page, 'newsletter.pdf')
    await chooseWho(dialog, 'Only these people')
    const good = Array.from({ length: 98 }, (_, index) => `Person ${index} <p${index}@example.com>`)
    await page.evaluate(
      `navigator.clipboard.writeText(${JSON.stringify([...good, 'nobody', 'two@@example.com'].join(',\n'))})`,
    )
    const field = dialog.getByRole('textbox', { name: 'E-mail addresses' })
    await field.focus()
    await page.keyboard.press('Control+v')
    await dialog.getByText('nobody and two@@example.com are not e-mail addresses.').waitFor()
    await dialog.getByText('100 of 100 addresses').waitFor()
    await expectNoFaults(page, 'share-addresses', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await save(dialog)
    await page.locator('input[name=emails]:focus').waitFor()
    await page.keyboard.press('Backspace')
    await dialog.getByText('nobody is not an e-mail address.').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    expect(await field.inputValue()).toBe('nobody')
    await page.keyboard.type('@example.com ')
    await dialog.getByText('99 of 100 addresses').waitFor()
    await save(dialog)
    await page.getByText(works).waitFor()
    const { data } = (await files.get(`/shares/${file.id}`)).body as { data: { shared_with: string } }
    expect(data.shared_with.split(',')).toHaveLength(99)
    expect(data.shared_with).toContain('p0@example.com')
  })

  test('what the server refuses shows at its field, and the input stays', async () => {
    e2e.allowFaults(/status of 400/)
    const file = await files.file('x', 'refused.txt')
    const page = await visit(`?share=${file.id}`)
    const dialog = await openDialog(page, 'refused.txt')
    await chooseWho(dialog, 'Only these people')
    await save(dialog)
    await dialog.getByText('A limited share needs at least one e-mail address.').waitFor()
    await chooseWho(dialog, 'Anyone with the link')
    await dialog.getByRole('textbox', { name: 'Password' }).fill('short')
    await save(dialog)
    await dialog.getByText('A password must have at least 8 characters.').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('short')
    await dialog.getByRole('textbox', { name: 'Password' }).fill('')
    await chooseExpiry(page, 'On a date…')
    await dialog.getByLabel('Date and time').fill('2020-01-01T10:00')
    await save(dialog)
    await dialog.getByText('Choose a time in the future.').waitFor()
    await page.getByText(off).waitFor()
  })

  test('the link and an invitation are copied once the link works', async () => {
    const file = await files.file('x', 'invited.txt')
    await files.post('/shares', {
      file_id: file.id,
      password: 'correct horse',
      expires_at: '2031-05-04T10:30:00Z',
    })
    const page = await visit(`?share=${file.id}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const dialog = await openDialog(page, 'invited.txt')
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
    await button(page, 'Copy link').last().click()
    await expect.poll(copied).toMatch(new RegExp(`/sl/${file.id}$`))
    await button(page, 'Copy invitation').click()
    await expect.poll(copied).toContain(`shares “invited.txt” with you:\n`)
    expect(await copied()).toContain('You need a password, which I send you separately.')
    expect(await copied()).toMatch(/The link works until May 4, 2031/)
    await chooseWho(dialog, 'Nobody')
    await dialog.getByText('The link stops working at once.').waitFor()
    await save(dialog)
    await page.getByText(off).waitFor()
    expect(await button(page, 'Copy link').last().getAttribute('aria-disabled')).toBe('true')
    await expectUnknown(file.id)
  })

  test('the page lists links as they come, finds them by name, and turns one off', async () => {
    const { userId, workspaceId, key } = await e2e.app.tenant()
    const theirs = filesClient(e2e.app, (await key('files')).key)
    const page = await e2e.open(`/w/${workspaceId}/shared`, { userId, reducedMotion: 'reduce' })
    await page.getByText('No links yet. Share a file or folder, and its link is listed here.').waitFor()
    await expectNoFaults(page, 'shared-empty', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    const folder = await theirs.folder('Bills')
    const bill = await theirs.file('x', 'Émile’s bill 🧾.txt', folder.id)
    const plan = await theirs.file('x', 'plan.txt')
    await theirs.post('/shares', {
      file_id: bill.id,
      status: 'limited',
      emails: 'ann@example.com,bob@example.com',
    })
    await theirs.post('/shares', { file_id: plan.id, password: 'correct horse' })
    const row = rowOf(page, 'plan.txt')
    await row.getByText('Anyone with the link, with a password').waitFor()
    await page.getByRole('row', { name: 'Émile’s bill 🧾.txt' }).getByText('2 people').waitFor()
    await page.getByText('Bills', { exact: true }).waitFor()
    await expectNoFaults(page, 'shared', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('searchbox', { name: 'Search shared files' }).fill('emile')
    await row.waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Search shared files' }).fill('')
    await row.waitFor()
    await choose(page, 'Émile’s bill 🧾.txt', 'Show in folder')
    await page.getByRole('heading', { name: 'Bills' }).waitFor()
    await page.goBack()
    await row.waitFor()
    await choose(page, 'plan.txt', 'Turn off')
    const dialog = page.getByRole('dialog', { name: 'Turn off the link to plan.txt?' })
    await dialog.waitFor()
    await expectNoFaults(page, 'shared-turn-off', 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('The link to plan.txt is off.').waitFor()
    await row.waitFor({ state: 'detached' })
    await expectUnknown(plan.id)
    await page.getByRole('link', { name: 'Émile’s bill 🧾.txt' }).click()
    await openDialog(page, 'Émile’s bill 🧾.txt')
    await page.keyboard.press('Escape')
    await page.locator('a:focus', { hasText: 'Émile’s bill' }).waitFor()
  })

  test('an item that is gone has no dialog to fill in', async () => {
    e2e.allowFaults(/status of 404/)
    const page = await visit('?share=zzzzzzzz')
    await page.getByText('There is no such file or folder. It may have been deleted.').waitFor()
  })
})
