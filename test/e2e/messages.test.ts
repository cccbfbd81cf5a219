import { describe, expect, test } from 'vitest'
import { setSimulator } from '../../src/sms/carrier/simulator/operate-simulator.ts'
import { displayOf } from '../../web/parts/message/display.ts'
import { newPhone, simulatorNumber } from '../sms-account.ts'
import { simulate } from '../simulate.ts'
import { useApp } from './app.ts'
import { executable } from './browser.ts'
import {
  farPx,
  holdSends,
  log,
  messagesPath,
  rowFor,
  scrollTo,
  scrollTopOf,
  texter,
  texts,
  writeBox,
} from './texter.ts'
import { button, inWorkspace, look, refused } from './workspace.ts'

describe.skipIf(executable === undefined)('a conversation', () => {
  const e2e = useApp()
  const { open } = inWorkspace(e2e)

  test('shows a text at once, and its status as it changes', async () => {
    const at = await e2e.organization()
    await simulatorNumber(e2e.app)
    const phone = newPhone()
    const page = await open(at.memberId, at, messagesPath(phone))
    await page.getByText('No texts with this number yet.').waitFor()
    await writeBox(page).fill('Your table is ready.\nSee you soon 😀')
    await page.getByText('35 of 1,600 characters, 1 part').waitFor()
    await page.getByText('“😀” is not in the standard SMS alphabet').waitFor()
    await look(page, 'messages-written')
    await button(page, 'Send').click()
    await texts(page).getByText('Your table is ready.').waitFor()
    await texts(page).getByText('Queued').waitFor()
    expect(await writeBox(page).inputValue()).toBe('')
    await simulate(e2e.app.context)
    await texts(page).getByText('Delivered').waitFor()
    await look(page, 'messages-delivered')
  })

  test('shows a text that comes in, without moving what is read', async () => {
    const at = await texter(e2e)
    const phone = newPhone()
    for (let i = 1; i <= 30; i++) await at.receive(phone, `Number ${i} of many texts`)
    const page = await open(at.ownerId, at, messagesPath(phone))
    await texts(page).last().getByText('Number 30').waitFor()
    // The number that the phone wrote to answers.
    await page.getByRole('combobox', { name: 'From' }).getByText('(202) 555-').waitFor()
    await texts(page).last().scrollIntoViewIfNeeded()
    await at.receive(phone, 'מה שלומך? 😀')
    await texts(page).last().getByText('מה שלומך').waitFor()
    // Newer ones are in a part of the log that is read aloud.
    await expect.poll(() => log(page).locator('[aria-live=off] article').count()).toBe(30)
    await scrollTo(log(page), -400)
    await expect.poll(() => scrollTopOf(log(page))).toBe(-400)
    const twelfth = texts(page).filter({ hasText: 'Number 20 ' })
    const before = await twelfth.boundingBox()
    await at.receive(phone, 'Another one')
    await button(page, '1 new text').waitFor()
    expect(await twelfth.boundingBox()).toEqual(before)
    await look(page, 'messages-new-text')
    await button(page, '1 new text').click()
    await expect.poll(() => scrollTopOf(log(page))).toBe(0)
    await button(page, '1 new text').waitFor({ state: 'detached' })
  })

  test('loads older texts on the way up, and keeps its place', async () => {
    const at = await texter(e2e)
    const phone = newPhone()
    for (let i = 1; i <= 130; i++) await at.receive(phone, `Text ${i}.`)
    const page = await open(at.ownerId, at, messagesPath(phone))
    await texts(page).last().getByText('Text 130.').waitFor()
    await expect.poll(() => texts(page).count()).toBe(50)
    await scrollTo(log(page), -farPx)
    await expect.poll(() => texts(page).count()).toBe(100)
    // The text that was at the top is where it was.
    const first = await texts(page).filter({ hasText: 'Text 81.' }).boundingBox()
    const box = await log(page).boundingBox()
    expect(Math.abs((first?.y ?? 0) - (box?.y ?? 0))).toBeLessThan(120)
    await scrollTo(log(page), -farPx)
    await expect.poll(() => texts(page).count()).toBe(130)
    await page.getByText('The first text of this conversation').waitFor()
  })

  test('asks once for older texts that cannot be loaded, until someone tries again', async () => {
    e2e.allowFaults(/status of 5/)
    const at = await texter(e2e)
    const phone = newPhone()
    for (let i = 1; i <= 60; i++) await at.receive(phone, `Text ${i}.`)
    const page = await open(at.ownerId, at, '/messages')
    let asked = 0
    const older = '**/sms/messages?*before_id=*'
    await page.route(older, async (route) => {
      asked++
      await route.fulfill({
        status: 500,
        json: { error: { code: 'internal_error', message: 'Bureau could not do this.' } },
      })
    })
    await page.getByRole('link', { name: 'Text 60.' }).click()
    await texts(page).last().getByText('Text 60.').waitFor()
    await scrollTo(log(page), -farPx)
    await button(page, 'Try again').waitFor()
    await look(page, 'messages-older-failed')
    // A text that arrives asks for no older ones.
    await at.receive(phone, 'Text 61.')
    await texts(page).last().getByText('Text 61.').waitFor()
    await scrollTo(log(page), 0)
    await scrollTo(log(page), -farPx)
    await button(page, 'Try again').waitFor()
    expect(asked).toBe(1)
    await page.unroute(older)
    await button(page, 'Try again').click()
    await texts(page).first().getByText('Text 1.').waitFor()
    await button(page, 'Try again').waitFor({ state: 'detached' })
  })

  test('cancels a text while no phone has it', async () => {
    const at = await texter(e2e, { online: false })
    const phone = newPhone()
    await at.send(phone, 'On my way')
    const page = await open(at.ownerId, at, messagesPath(phone))
    await texts(page).getByText('waits for a phone, expires in 24 h').waitFor()
    await look(page, 'messages-queued')
    await texts(page).getByRole('button', { name: 'Cancel' }).click()
    await texts(page).getByText('Cancelled', { exact: true }).waitFor()
    expect(await texts(page).getByRole('button', { name: 'Cancel' }).count()).toBe(0)
  })

  test('says why a text failed, and what to do', async () => {
    const at = await texter(e2e)
    await setSimulator(e2e.app.context, { numberId: at.number.id, failRate: 1 })
    const phone = newPhone()
    await at.send(phone, 'Hello')
    const page = await open(at.ownerId, at, messagesPath(phone))
    await texts(page).getByText('Queued').waitFor()
    await simulate(e2e.app.context)
    await texts(page).getByText('Failed').waitFor()
    await texts(page).getByText('give your operator the message ID').waitFor()
    await button(page, 'Details').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('History').waitFor()
    await expect.poll(() => page.url()).toContain('details=')
    await look(page, 'messages-details')
    await page.reload()
    await page.getByRole('dialog').getByText('History').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('details=')
  })

  test('marks a phone that sent STOP, and says how that ends', async () => {
    const at = await texter(e2e)
    const phone = newPhone()
    await at.send(phone, 'Come in')
    await at.receive(phone, 'STOP')
    const page = await open(at.ownerId, at, messagesPath(phone))
    await page.getByText('Texts to it fail until it sends START.').waitFor()
    await writeBox(page).fill('Hello?')
    await button(page, 'Send').click()
    await texts(page).last().getByText('It gets texts again after it sends START.').waitFor()
    await look(page, 'messages-stop')
    await at.receive(phone, 'START')
    await page.getByText('Texts to it fail until it sends START.').waitFor({ state: 'detached' })
  })

  test('sends once for a double click, and by the keyboard alone', async () => {
    const at = await texter(e2e)
    const phone = newPhone()
    const page = await open(at.ownerId, at, messagesPath(phone))
    await writeBox(page).fill('Once')
    await button(page, 'Send').dblclick()
    await texts(page).getByText('Once').waitFor()
    await writeBox(page).focus()
    await page.keyboard.type('Typed')
    await page.keyboard.press('Control+Enter')
    await texts(page).getByText('Typed').waitFor()
    await page.keyboard.type('Tabbed')
    for (const _ of ['From', 'Expires after', 'Send']) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await texts(page).getByText('Tabbed').waitFor()
    await expect
      .poll(async () => (await at.sms.list(`phone=${encodeURIComponent(phone)}`)).body.messages.length)
      .toBe(3)
  })

  test('gives the text back when it could not be sent, and sends it once when it is sent again', async () => {
    e2e.allowFaults(/ERR_FAILED|status of 5/)
    const at = await texter(e2e)
    const phone = newPhone()
    const page = await open(at.ownerId, at, messagesPath(phone))
    await page.getByText('No texts with this number yet.').waitFor()
    // The server takes it, and the answers are lost.
    await page.route('**/sms/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await writeBox(page).fill('Hello')
    await button(page, 'Send').click()
    await texts(page).getByText('Pending').waitFor()
    await page.getByText('it is not known whether it was sent').waitFor()
    expect(await writeBox(page).inputValue()).toBe('Hello')
    await page.unroute('**/sms/messages')
    await button(page, 'Send').click()
    await expect.poll(() => writeBox(page).inputValue()).toBe('')
    await expect.poll(() => texts(page).count()).toBe(1)
    const { body } = await at.sms.list(`phone=${encodeURIComponent(phone)}`)
    expect(body.messages).toHaveLength(1)
  })

  test('sends the same words twice when they are written twice', async () => {
    const at = await texter(e2e)
    const phone = newPhone()
    const page = await open(at.ownerId, at, messagesPath(phone))
    await page.getByText('No texts with this number yet.').waitFor()
    const letGo = await holdSends(page)
    for (const count of [1, 2]) {
      await writeBox(page).fill('Hello')
      await button(page, 'Send').click()
      await expect.poll(() => texts(page).getByText('Pending').count()).toBe(count)
    }
    letGo()
    await expect.poll(() => texts(page).getByText('Queued').count()).toBe(2)
    const { body } = await at.sms.list(`phone=${encodeURIComponent(phone)}`)
    expect(body.messages).toHaveLength(2)
  })

  test('sends texts in the order in which they were written', async () => {
    const at = await texter(e2e)
    const phone = newPhone()
    const page = await open(at.ownerId, at, messagesPath(phone))
    await page.getByText('No texts with this number yet.').waitFor()
    // The first one is on its way for longer than the others need.
    let isFirst = true
    await page.route('**/messages', async (route) => {
      const isHeld = isFirst && route.request().method() === 'POST'
      if (isHeld) isFirst = false
      if (isHeld) await page.waitForTimeout(1000)
      await route.fallback()
    })
    for (const body of ['One', 'Two', 'Three']) {
      await writeBox(page).fill(body)
      await button(page, 'Send').click()
    }
    await expect.poll(() => texts(page).getByText('Queued').count()).toBe(3)
    const { body } = await at.sms.list(`phone=${encodeURIComponent(phone)}`)
    expect(body.messages.map((message: { body: string }) => message.body)).toEqual(['Three', 'Two', 'One'])
  })

  test('keeps a text that failed while another conversation was open, and says so', async () => {
    e2e.allowFaults(refused)
    const at = await texter(e2e, { plan: { smsDaily: 1 } })
    const [phone, other] = [newPhone(), newPhone()]
    await at.receive(phone, 'Is it ready?')
    await at.receive(other, 'Good morning')
    await at.send(other, 'Good morning to you')
    const page = await open(at.ownerId, at, messagesPath(phone))
    const failed = page.getByRole('region', { name: 'Notifications' }).getByText(/^Your text to \(202\) 555-/)
    for (const returns of ['after', 'before']) {
      await texts(page).getByText('Is it ready?').waitFor()
      const letGo = await holdSends(page)
      await writeBox(page).fill('It is')
      await button(page, 'Send').click()
      await texts(page).getByText('Pending').waitFor()
      await rowFor(page, 'Good morning').click()
      await texts(page).getByText('Good morning to you').waitFor()
      expect(await writeBox(page).inputValue()).toBe('')
      if (returns === 'before') {
        await rowFor(page, 'Is it ready?').click()
        await texts(page).getByText('Is it ready?').waitFor()
        await writeBox(page).pressSequentially('Bye')
      }
      letGo()
      await failed.nth(returns === 'before' ? 1 : 0).waitFor()
      if (returns === 'after') await rowFor(page, 'Is it ready?').click()
      await expect.poll(() => writeBox(page).inputValue()).toBe(returns === 'before' ? 'It is\nBye' : 'It is')
      await page.unroute('**/messages')
    }
  })

  test('does not promise to send once what has another text below it', async () => {
    e2e.allowFaults(/ERR_FAILED/)
    const at = await texter(e2e)
    const page = await open(at.ownerId, at, messagesPath(newPhone()))
    await page.getByText('No texts with this number yet.').waitFor()
    await page.route('**/sms/messages', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await writeBox(page).fill('First')
    await button(page, 'Send').click()
    await texts(page).getByText('Pending').waitFor()
    await writeBox(page).fill('Second')
    await page.getByText('Check the conversation before you send both.').waitFor()
    expect(await writeBox(page).inputValue()).toBe('First\nSecond')
    expect(await page.getByText('Bureau sends it once').count()).toBe(0)
  })

  test('shows a refused send at the form', async () => {
    e2e.allowFaults(refused)
    const at = await texter(e2e, { plan: { smsDaily: 1 } })
    const page = await open(at.ownerId, at, messagesPath(newPhone()))
    for (const body of ['First', 'Second']) {
      await writeBox(page).fill(body)
      await button(page, 'Send').click()
    }
    await page.getByText('resets at midnight UTC').waitFor()
    expect(await writeBox(page).inputValue()).toBe('Second')
    await look(page, 'messages-refused')
  })

  test('answers from the number of the workspace, however many numbers were added after it', async () => {
    const at = await texter(e2e)
    for (let count = 1; count <= 101; count++) await simulatorNumber(e2e.app)
    const phone = newPhone()
    await at.receive(phone, 'Hello')
    const page = await open(at.ownerId, at, messagesPath(phone))
    await texts(page).getByText('Hello').waitFor()
    await page.getByRole('combobox', { name: 'From' }).getByText(displayOf(at.number.number)).waitFor()
  })
})
