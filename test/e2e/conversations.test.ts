import { describe, expect, test } from 'vitest'
import { sql } from '../../src/platform/database/sql.ts'
import { newPhone } from '../sms-account.ts'
import { useApp } from './app.ts'
import { executable } from './browser.ts'
import {
  addTexts,
  conversations,
  farPx,
  log,
  messagesPath,
  rowFor,
  scrollTo,
  texter,
  texts,
  writeBox,
} from './texter.ts'
import { button, inWorkspace, look } from './workspace.ts'

describe.skipIf(executable === undefined)('Messages', () => {
  const e2e = useApp()
  const { open, go } = inWorkspace(e2e)

  test('says how to begin', async () => {
    const at = await texter(e2e)
    const page = await open(at.ownerId, at, '/messages')
    await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
    await page.getByText('No texts yet.').waitFor()
    await expect.poll(() => page.title()).toBe('Messages · Bureau')
    expect(await page.getByText('Choose a conversation').count()).toBe(0)
    await page.getByText('curl').first().waitFor()
    await look(page, 'conversations-empty')
    await page.getByRole('link', { name: 'New message' }).click()
    await page.getByRole('heading', { level: 1, name: 'New message' }).waitFor()
  })

  test('lists each phone with its last text, and opens it', async () => {
    const at = await texter(e2e, { online: false })
    const [ann, bob] = [newPhone(), newPhone()]
    await at.receive(ann, 'Is my table ready?')
    await at.send(bob, 'Your order is here')
    const page = await open(at.ownerId, at, '/messages')
    await rowFor(page, 'You: Your order is here').getByText('Queued').waitFor()
    await rowFor(page, 'Is my table ready?').getByText('Unread').waitFor()
    await look(page, 'conversations')
    await rowFor(page, 'Is my table ready?').getByRole('link').click()
    await page.waitForURL(`**${messagesPath(ann)}`)
    await texts(page).getByText('Is my table ready?').waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await rowFor(page, 'Is my table ready?').getByText('Unread').waitFor({ state: 'detached' })
    await look(page, 'conversations-open')
  })

  test('keeps what each person has read apart', async () => {
    const at = await texter(e2e)
    const other = await e2e.app.member(at.workspaceId, 'member')
    const phone = newPhone()
    await at.receive(phone, 'Hello to all')
    const [first, second] = [
      await open(at.ownerId, at, '/messages?show=unread'),
      await open(other.id, at, '/messages?show=unread'),
    ]
    await rowFor(second, 'Hello to all').waitFor()
    const unread = first.waitForResponse(async (answer) => {
      if (!answer.url().includes('unread=true')) return false
      // An answer that the page gave up has no body.
      const body = (await answer.json().catch(() => undefined)) as { data: readonly unknown[] } | undefined
      return body?.data.length === 0
    })
    await rowFor(first, 'Hello to all').getByRole('link').click()
    await texts(first).getByText('Hello to all').waitFor()
    // It stays under the pointer.
    await rowFor(first, 'Hello to all').getByText('Unread').waitFor({ state: 'detached' })
    await unread
    await expect.poll(() => rowFor(first, 'Hello to all').count()).toBe(1)
    await first.getByRole('heading', { level: 1 }).hover()
    await rowFor(first, 'Hello to all').waitFor({ state: 'detached' })
    await first.getByText('You have read everything.').waitFor()
    await second.reload()
    await rowFor(second, 'Hello to all').getByText('Unread').waitFor()
    // Both have it open now, and each answer shows for the other.
    await go(second, at, messagesPath(phone))
    await writeBox(second).fill('An answer')
    await button(second, 'Send').click()
    await texts(first).getByText('An answer').waitFor()
  })

  test('keeps its filter on the way into a conversation and back', async () => {
    const at = await texter(e2e)
    const phone = newPhone()
    await at.receive(phone, 'Hello')
    const filter = `?find=${encodeURIComponent(phone.slice(2))}`
    const page = await open(at.ownerId, at, `${messagesPath(phone)}${filter}`)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('link', { name: 'Back to conversations' }).click()
    await rowFor(page, 'Hello').waitFor()
    expect(page.url()).toContain('find=')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'New message' }).click()
    await page.getByLabel('To', { exact: true }).fill(phone)
    await writeBox(page).fill('Hello back')
    await button(page, 'Send').click()
    await texts(page).getByText('Hello back').waitFor()
    expect(page.url()).toContain('find=')
  })

  test('shows the status of the last text beside the mark of a phone that sent STOP', async () => {
    const at = await texter(e2e, { online: false })
    const phone = newPhone()
    await at.receive(phone, 'STOP')
    const page = await open(at.ownerId, at, '/messages')
    await rowFor(page, 'You:').getByText('Sent STOP').waitFor()
    await rowFor(page, 'You:').getByText('Queued').waitFor()
    await look(page, 'conversations-stop')
  })

  test('lets new conversations wait while the pointer is over the list', async () => {
    const at = await texter(e2e)
    const [ann, bob] = [newPhone(), newPhone()]
    await at.receive(ann, 'First')
    const page = await open(at.ownerId, at, '/messages')
    await rowFor(page, 'First').hover()
    await at.receive(bob, 'Second')
    await button(page, 'Show 1 new conversation').waitFor()
    await expect.poll(() => conversations(page).getByRole('listitem').count()).toBe(1)
    await at.receive(ann, 'First again')
    await rowFor(page, 'First again').waitFor()
    await rowFor(page, 'First again').waitFor()
    await button(page, 'Show 2 new conversations').click()
    await rowFor(page, 'Second').waitFor()
    await page.getByRole('heading', { level: 1 }).hover()
    await at.receive(newPhone(), 'Third')
    await conversations(page).getByRole('listitem').first().getByText('Third').waitFor()
  })

  test('finds a phone as it is typed', async () => {
    const at = await texter(e2e)
    await at.receive('+12025559911', 'The one')
    await at.receive('+12025558822', 'Another')
    const page = await open(at.ownerId, at, '/messages')
    await rowFor(page, 'Another').waitFor()
    await page.getByRole('searchbox', { name: 'Find a phone number' }).fill('(202) 555-99')
    await rowFor(page, 'Another').waitFor({ state: 'detached' })
    await rowFor(page, 'The one').waitFor()
    await expect.poll(() => page.url()).toContain('find=')
    await page.getByRole('searchbox', { name: 'Find a phone number' }).fill('0000000')
    await page.getByText('No conversation with a number like “0000000”.').waitFor()
  })

  test('scrolls through 10,000 conversations, also by the keyboard', async () => {
    const at = await texter(e2e)
    const phone = sql`'+1303555' || lpad((i - 1)::text, 4, '0')`
    await addTexts(e2e, { workspaceId: at.workspaceId, numberId: at.number.id, count: 10_000, phone })
    const page = await open(at.ownerId, at, '/messages')
    await rowFor(page, 'Text 10000.').waitFor()
    const box = conversations(page).locator('..')
    for (let pages = 1; pages <= 20; pages++) {
      await scrollTo(box, farPx)
      await expect
        .poll(async () => (await conversations(page).boundingBox())?.height)
        .toBeGreaterThanOrEqual(pages * 50 * 64)
    }
    await expect.poll(() => conversations(page).getByRole('listitem').count()).toBeLessThan(60)
    await scrollTo(box, 0)
    await rowFor(page, 'Text 10000.').getByRole('link').focus()
    for (let row = 0; row < 30; row++) await page.keyboard.press('ArrowDown')
    await rowFor(page, 'Text 9970.').getByRole('link').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await texts(page).getByText('Text 9970.').waitFor()
  })

  test('scrolls through 10,000 texts with one phone', { timeout: 120_000 }, async () => {
    const at = await texter(e2e)
    const phone = sql`'+14045550100'`
    await addTexts(e2e, { workspaceId: at.workspaceId, numberId: at.number.id, count: 10_000, phone })
    const page = await open(at.ownerId, at, messagesPath('+14045550100'))
    await texts(page).last().getByText('Text 10000.').waitFor()
    for (let loaded = 50; loaded < 2000; loaded = await texts(page).count()) await scrollTo(log(page), -farPx)
    await at.receive('+14045550100', 'The newest')
    await button(page, '1 new text').click()
    await texts(page).last().getByText('The newest').waitFor()
  })
})
