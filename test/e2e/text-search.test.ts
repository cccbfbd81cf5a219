import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/platform/database/sql.ts'
import { setSimulator } from '../../src/sms/carrier/simulator/operate-simulator.ts'
import { newPhone } from '../sms-account.ts'
import { simulate } from '../simulate.ts'
import { useApp } from './app.ts'
import { executable } from './browser.ts'
import { addTexts, texter, texts } from './texter.ts'
import { button, inWorkspace, look } from './workspace.ts'

describe.skipIf(executable === undefined)('Search texts', () => {
  const e2e = useApp()
  const { open } = inWorkspace(e2e)
  type Page = Awaited<ReturnType<typeof open>>

  const found = (page: Page) => page.getByRole('list', { name: 'Search results' }).getByRole('listitem')
  const choose = async (page: Page, filter: string, option: string) => {
    await page.getByRole('combobox', { name: filter, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  test('finds a text, keeps its filters in the address, and leads to the conversation', async () => {
    const at = await texter(e2e)
    const [ann, bob] = [newPhone(), newPhone()]
    await at.receive(ann, 'Where is my parcel?')
    await at.send(bob, 'Your parcel is here')
    await at.send(bob, 'Something else')
    const page = await open(at.ownerId, at, '/messages')
    await page.getByRole('link', { name: 'Search texts' }).click()
    await page.getByText('Type a part of a text, or choose a filter.').waitFor()
    await page.getByText('The file ends after the newest 100,000 texts.').waitFor()
    await look(page, 'texts-empty')
    const [everything] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download CSV').click(),
    ])
    expect((await readFile(await everything.path(), 'utf8')).trim().split('\n')).toHaveLength(4)
    await page.getByRole('searchbox', { name: 'Search texts' }).fill('PARCEL')
    await expect.poll(() => found(page).count()).toBe(2)
    await page.getByText('All texts were searched.').waitFor()
    await look(page, 'texts-found')
    await choose(page, 'Direction', 'Received')
    await expect.poll(() => found(page).count()).toBe(1)
    await page.reload()
    await expect.poll(() => found(page).count()).toBe(1)
    expect(await page.getByRole('searchbox', { name: 'Search texts' }).inputValue()).toBe('PARCEL')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download CSV').click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toMatch(/Where is my parcel\?.*\r?\n$/)
    await found(page).getByRole('link').click()
    await page.getByRole('dialog').getByText('Where is my parcel?').waitFor()
    await page.keyboard.press('Escape')
    await texts(page).getByText('Where is my parcel?').waitFor()
  })

  test('is where the failed texts of Home lead', async () => {
    const at = await texter(e2e)
    await setSimulator(e2e.app.context, { numberId: at.number.id, failRate: 1 })
    await at.send(newPhone(), 'It fails')
    await simulate(e2e.app.context)
    const page = await open(at.ownerId, at, '')
    await page.getByRole('link', { name: '1 text' }).click()
    await found(page).getByText('It fails', { exact: true }).waitFor()
    expect(page.url()).toContain('status=failed')
  })

  test('says that it could not go on, beside what it found', { timeout: 120_000 }, async () => {
    e2e.allowFaults(/status of 5/)
    const at = await texter(e2e)
    const phone = sql`'+1404555' || lpad((i % 10)::text, 4, '0')`
    await addTexts(e2e, { workspaceId: at.workspaceId, numberId: at.number.id, count: 60_000, phone })
    const page = await open(at.ownerId, at, '/messages')
    const further = '**/messages?*before=*'
    await page.route(further, (route) =>
      route.fulfill({
        status: 500,
        json: { error: { code: 'internal_error', message: 'Bureau could not do this.' } },
      }),
    )
    await page.getByRole('link', { name: 'Search texts' }).click()
    await page.getByRole('searchbox', { name: 'Search texts' }).fill('Text 60000.')
    await found(page).getByText('Text 60000.').waitFor()
    await page.getByRole('alert').getByText('Bureau could not do this.').waitFor()
    await page.unroute(further)
    await button(page, 'Try again').click()
    await page.getByText('All texts were searched.').waitFor()
    await expect.poll(() => found(page).count()).toBe(1)
  })

  test('goes on by itself through many texts, until it is stopped', { timeout: 120_000 }, async () => {
    const at = await texter(e2e)
    const phone = sql`'+1404555' || lpad((i % 10)::text, 4, '0')`
    await addTexts(e2e, { workspaceId: at.workspaceId, numberId: at.number.id, count: 60_000, phone })
    const page = await open(at.ownerId, at, '/messages/search?q=Text+7.')
    await found(page).getByText('Text 7.').waitFor()
    await page.getByText('All texts were searched.').waitFor()
    // Slow enough to stop it.
    await page.route('**/messages?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await page.getByRole('searchbox', { name: 'Search texts' }).fill('no such text')
    await button(page, 'Stop').click()
    await page.getByText(/^Searched back to /).waitFor()
    await page.getByText('No text matches so far.').waitFor()
    await button(page, 'Search further back').click()
    await page.getByText('No text matches.').waitFor()
  })
})
