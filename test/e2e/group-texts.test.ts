import { describe, expect, test } from 'vitest'
import { removeNumber } from '../../src/sms/inventory/change-number.ts'
import { newPhone } from '../sms-account.ts'
import { textTo } from '../sms-group.ts'
import { simulate } from '../simulate.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'
import { activeSwitch, article, field, groupOffices, log, people, said, type Person } from './group-office.ts'
import { loseAnswer } from './texter.ts'
import { button, refused, rowOf } from './workspace.ts'

describe.skipIf(executable === undefined)('the texts of a group', () => {
  const e2e = useApp()
  const { office, group, open, outbox } = groupOffices(e2e)

  test('go from one member to the others, and to all from the page, live', async () => {
    const at = await office()
    const { id, members } = await group(at)
    const [ann, bob, ...rest] = members as [Person, Person, ...Person[]]
    const page = await open(at, `/${id}`)
    await log(page).getByText('No texts yet.').waitFor()
    await textTo(e2e.app, at.number, bob.phone, 'See you at noon')
    const text = article(page, 'Bob: See you at noon')
    await text.getByText('Forwarded to 4').waitFor()
    await text.getByText('4 queued').waitFor()
    await simulate(e2e.app.context)
    await text.getByText('4 delivered').waitFor()
    const others = [ann, ...rest].map(({ phone }) => [phone, 'Bob: See you at noon'])
    expect(await outbox(at)).toEqual(others)

    await field(page, 'Message to the group').fill('We meet at noon.')
    await page.getByText('16 of 1,600 characters, 1 part').waitFor()
    await button(page, 'Send to group').click()
    await page.getByText('Queued for 5 members.').waitFor()
    const sent = article(page, 'We meet at noon.')
    await sent.getByText('Delivered to 0 of 5').waitFor()
    await simulate(e2e.app.context)
    await sent.getByRole('button', { name: 'Delivered to 5 of 5' }).click()
    const recipients = sent.getByRole('listitem')
    expect(await recipients.allInnerTexts()).toHaveLength(5)
    await recipients.filter({ hasText: 'Cat' }).getByText('Delivered').waitFor()
    expect(await outbox(at)).toHaveLength(9)
    await expectNoFaults(page, 'group', 390)
  })

  test('stop at members who sent STOP, who are marked', async () => {
    const at = await office()
    const { id, members } = await group(at, { members: people('Ann', 'Bob', 'Cat') })
    const [ann, bob] = members as [Person, Person]
    const page = await open(at, `/${id}`)
    await rowOf(page, 'Bob').getByText('Active').waitFor()
    await textTo(e2e.app, at.number, bob.phone, 'STOP')
    await article(page, 'Bob: STOP').getByText('Forwarded to nobody').waitFor()
    await rowOf(page, 'Bob').getByText('Muted').waitFor()
    await textTo(e2e.app, at.number, ann.phone, 'Hello')
    await article(page, 'Ann: Hello').getByText('Forwarded to 1').waitFor()
    await page.getByText('to 3 members (1 muted)').waitFor()
    await field(page, 'Message to the group').fill('Meet me')
    await page.keyboard.press('Control+Enter')
    const sent = article(page, 'Meet me')
    await sent.getByText('Delivered to 0 of 3').waitFor()
    await simulate(e2e.app.context)
    await sent.getByRole('button', { name: 'Delivered to 2 of 3: 1 failed' }).focus()
    await page.keyboard.press('Enter')
    await sent.getByRole('listitem').filter({ hasText: 'Bob' }).getByText('This phone sent STOP.').waitFor()
    await expectNoFaults(page, 'group-muted', 390)
  })

  test('are not forwarded while it is paused, and an open page says why it cannot send', async () => {
    e2e.allowFaults(/status of 409|ERR_FAILED/)
    const at = await office()
    const { id, members, path } = await group(at)
    const page = await open(at, `/${id}`)
    await activeSwitch(page).click()
    await said(page, 'Volunteers is paused.')
    const send = button(page, 'Send to group')
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true')
    await textTo(e2e.app, at.number, members[0]?.phone ?? '', 'Anybody here?')
    await simulate(e2e.app.context)
    expect(await outbox(at)).toEqual([])
    await activeSwitch(page).click()
    await said(page, 'Volunteers is active.')
    // This page hears of nothing from now on.
    await page.route('**/console/v1/events', (route) => route.abort())
    await page.reload()
    await field(page, 'Message to the group').fill('Hello')
    await at.owner.data('PATCH', path, { active: false })
    await send.click()
    await page.getByText('The group is inactive. Make it active first.').waitFor()
    expect(await field(page, 'Message to the group').inputValue()).toBe('Hello')
    await removeNumber(e2e.app.context, at.number.id)
    await send.click()
    await page.getByText('no longer dedicated to this account. Ask the operator').waitFor()
  })

  test('are sent once when the answer is lost', async () => {
    e2e.allowFaults(/ERR_FAILED/)
    const at = await office()
    const { id } = await group(at)
    const page = await open(at, `/${id}`)
    await log(page).getByText('No texts yet.').waitFor()
    await loseAnswer(page)
    await field(page, 'Message to the group').fill('We meet at noon.')
    await button(page, 'Send to group').click()
    await article(page, 'We meet at noon.').getByText('Pending').waitFor()
    await page.getByText('Queued for 5 members.').waitFor()
    await article(page, 'We meet at noon.').getByText('Delivered to 0 of 5').waitFor()
    await expect.poll(() => log(page).getByRole('article').count()).toBe(1)
    await simulate(e2e.app.context)
    expect(await outbox(at)).toHaveLength(5)
  })

  test('beyond the allowance are rejected, and the page says for whom and why', async () => {
    e2e.allowFaults(refused)
    const at = await office({ plan: { smsDaily: 5 } })
    const { id, members } = await group(at, { members: people('Ann', 'Bob', 'Cat', 'Dan') })
    const page = await open(at, `/${id}`)
    await field(page, 'Message to the group').fill('First')
    await button(page, 'Send to group').click()
    await page.getByText('Queued for 4 members.').waitFor()
    await field(page, 'Message to the group').fill('Second')
    await button(page, 'Send to group').click()
    await page.getByText('Queued for 1 of 4 members. Bob, Cat, and Dan were left out. Today').waitFor()
    await expectNoFaults(page, 'group-partly', 390)
    await field(page, 'Message to the group').fill('Third')
    await button(page, 'Send to group').click()
    await page.getByText("Nothing was sent. Today's texts are used up.").waitFor()
    await textTo(e2e.app, at.number, members[0]?.phone ?? '', 'Hello')
    const text = article(page, 'Ann: Hello')
    await text.getByText('3 recipients were rejected.').waitFor()
    await text.getByText('Not forwarded').waitFor()
  })

  test('of a full group load in pages, the older ones above', { timeout: 60_000 }, async () => {
    const at = await office({ plan: { smsDaily: 10_000 } })
    const names = Array.from({ length: 100 }, (_, index) =>
      index % 3 === 0 ? `עדי ${index}` : index % 3 === 1 ? `👩‍🚒 ${index}` : `Member ${index}`,
    )
    const { id, members, path } = await group(at, { name: 'Everybody 🎉', members: people(...names) })
    for (let count = 1; count <= 6; count++)
      await at.owner.data('POST', `${path}/messages`, { body: `Broadcast ${count}` })
    await textTo(e2e.app, at.number, members[0]?.phone ?? '', 'שלום')
    const page = await open(at, `/${id}`)
    await article(page, 'שלום').getByText('Forwarded to 99').waitFor()
    const articles = log(page).getByRole('article')
    await log(page).hover()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -2000)
        return articles.count()
      })
      .toBe(7)
    expect(await articles.first().innerText()).toContain('Broadcast 1')
    for (let count = 1; count <= 6; count++)
      await article(page, `Broadcast ${count}`).getByText('Delivered to 0 of 100').waitFor()
    await article(page, 'Broadcast 1').getByRole('button').click()
    await expect.poll(() => article(page, 'Broadcast 1').getByRole('listitem').count()).toBe(100)
    await textTo(e2e.app, at.number, newPhone(), 'A stranger')
    await textTo(e2e.app, at.number, members[1]?.phone ?? '', 'Hi all')
    await button(page, '1 new text').click()
    await article(page, '👩‍🚒 1: Hi all').waitFor()
    await expectNoFaults(page, 'group-full', 390)
  })
})
