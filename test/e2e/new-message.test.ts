import { describe, expect, test } from 'vitest'
import { newPhone } from '../sms-account.ts'
import { useApp } from './app.ts'
import { executable } from './browser.ts'
import { texter, texts, writeBox } from './texter.ts'
import { button, inWorkspace, look, refused } from './workspace.ts'

describe.skipIf(executable === undefined)('New message', () => {
  const e2e = useApp()
  const { open } = inWorkspace(e2e)

  const paste = async (page: Awaited<ReturnType<typeof open>>, text: string) => {
    await page.getByLabel('To', { exact: true }).focus()
    await page.evaluate(`(() => {
      const data = new DataTransfer()
      data.setData('text', ${JSON.stringify(text)})
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })()`)
  }
  const chips = (page: Awaited<ReturnType<typeof open>>) =>
    page.getByRole('list', { name: 'Phone numbers you added' }).getByRole('listitem')

  test('opens the conversation with the one phone that it went to', async () => {
    const at = await texter(e2e)
    const page = await open(at.ownerId, at, '/messages')
    await page.getByRole('link', { name: 'New message' }).click()
    await page.getByRole('heading', { level: 1, name: 'New message' }).waitFor()
    await page.getByLabel('To', { exact: true }).fill('(202) 555-0199')
    await writeBox(page).fill('Hello there')
    await look(page, 'new-message')
    await button(page, 'Send').click()
    await page.waitForURL('**/messages/%2B12025550199')
    await texts(page).getByText('Hello there').waitFor()
  })

  test('takes 100 pasted recipients, and marks those that are not valid', { timeout: 120_000 }, async () => {
    e2e.allowFaults(refused)
    const at = await texter(e2e)
    const phones = Array.from({ length: 97 }, newPhone)
    const page = await open(at.ownerId, at, '/messages/new')
    // Two that cannot be numbers, and one that only the server knows to be none.
    await paste(page, [...phones, 'Ann', '12345', '+1 555 123 4567', phones[0]].join('\n'))
    await expect.poll(() => chips(page).count()).toBe(100)
    await page.getByText('1 duplicate was left out.').first().waitFor()
    await page.getByText('100 of 100 recipients.').waitFor()
    await page.getByText('Ann and 12345 are not phone numbers').first().waitFor()
    await writeBox(page).fill('Hello')
    expect(await button(page, 'Send').getAttribute('aria-disabled')).toBe('true')
    await look(page, 'new-message-invalid')
    for (const entry of ['Ann', '12345']) await button(page, `Remove ${entry}`).click()
    await button(page, 'Send').click()
    await page.getByText('+1 555 123 4567 is not a phone number that can be texted.').first().waitFor()
    await button(page, 'Edit +1 555 123 4567, not a number that can be texted').waitFor()
    await button(page, 'Remove +1 555 123 4567').click()
    await button(page, 'Send').click()
    await page.getByText('Queued for 97 recipients.').waitFor()
    await expect.poll(() => page.getByRole('list', { name: 'Recipients' }).getByRole('link').count()).toBe(97)
    await look(page, 'new-message-sent')
  })

  test('says that 101 are too many, and cuts none', async () => {
    const at = await texter(e2e)
    const page = await open(at.ownerId, at, '/messages/new')
    await paste(page, Array.from({ length: 101 }, newPhone).join(', '))
    await page.getByText('A text goes to at most 100 phones at once. Remove 1.').first().waitFor()
    await expect.poll(() => chips(page).count()).toBe(101)
  })

  test('tells which recipients an allowance left out, and writes to them again', async () => {
    e2e.allowFaults(refused)
    const at = await texter(e2e, { plan: { smsDaily: 2 } })
    const phones = Array.from({ length: 4 }, newPhone)
    const page = await open(at.ownerId, at, `/messages/new?to=${encodeURIComponent(phones.join(','))}`)
    await expect.poll(() => chips(page).count()).toBe(4)
    await writeBox(page).fill('Hello')
    await button(page, 'Send').click()
    await page.getByText('Queued for 2 recipients.').waitFor()
    await page.getByText(`Not sent to ${phones[2]} and ${phones[3]}.`).waitFor()
    await page.getByText('resets at midnight UTC').waitFor()
    await look(page, 'new-message-partial')
    await button(page, 'Write to the rest').click()
    await expect.poll(() => chips(page).count()).toBe(2)
    expect(await writeBox(page).inputValue()).toBe('Hello')
    await button(page, 'Send').click()
    await page.getByRole('alert').getByText('2 recipients were rejected').waitFor()
  })

  test('waits for the numbers, and sends from the one of the workspace', async () => {
    const at = await texter(e2e)
    const page = await e2e.open('/', { userId: at.ownerId })
    const { promise: go, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/numbers*', (route) => go.then(() => route.fallback()))
    await page.goto(`${e2e.origin}/w/${at.workspaceId}/messages/new?to=${encodeURIComponent(newPhone())}`)
    await writeBox(page).fill('Hello')
    await button(page, 'Send').hover()
    await page.getByText('Finding the number that sends it…').last().waitFor()
    await writeBox(page).press('Control+Enter')
    expect(await writeBox(page).inputValue()).toBe('Hello')
    answer()
    await button(page, 'Send').click()
    await texts(page).getByText('Hello').waitFor()
    const { body } = await at.sms.list()
    expect(body.messages.map(({ number_id: id }) => id)).toEqual([at.number.id])
  })

  test('marks a recipient that sent STOP before the text is sent', async () => {
    const at = await texter(e2e)
    const phone = newPhone()
    await at.send(phone, 'Come in')
    await at.receive(phone, 'STOP')
    const page = await open(at.ownerId, at, '/messages/new')
    await page.getByLabel('To', { exact: true }).fill(`${phone},`)
    await page.getByText('1 recipient sent STOP.').waitFor()
    await look(page, 'new-message-stop')
  })

  test('asks once which of 100 recipients sent STOP, however many texts arrive', async () => {
    const at = await texter(e2e)
    const phones = Array.from({ length: 100 }, newPhone)
    const page = await open(at.ownerId, at, '/messages')
    const reads: string[] = []
    page.on('request', (request) => {
      if (/\/opt-outs|conversations\?.*phone=/.test(request.url())) reads.push(request.url())
    })
    await page.getByRole('link', { name: 'New message' }).click()
    await paste(page, phones.join(', '))
    await expect.poll(() => chips(page).count()).toBe(100)
    await expect.poll(() => reads.length).toBe(1)
    for (let i = 1; i <= 5; i++) {
      await at.receive(newPhone(), `Arrived ${i}.`)
      await page.getByRole('list', { name: 'Conversations' }).getByText(`Arrived ${i}.`).waitFor()
    }
    await writeBox(page).fill('Hello')
    await button(page, 'Send').click()
    await page.getByText('Queued for 100 recipients.').waitFor()
    expect(reads).toHaveLength(1)
  })

  test('shows the call of the API', async () => {
    const at = await texter(e2e)
    const page = await open(at.ownerId, at, '/messages/new?to=%2B12025550101')
    await writeBox(page).fill('It’s here')
    await page.getByRole('combobox', { name: 'Expires after' }).click()
    await page.getByRole('option', { name: '1 hour' }).click()
    await page.getByText('Show as curl').click()
    const fields = `"to":"+12025550101","body":"It’s here","from":${at.number.id},"ttl":3600`
    await page.getByText(fields).waitFor()
  })
})
