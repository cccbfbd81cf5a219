import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { inForce } from '../../src/identity/in-force.ts'
import { makeOperator } from '../../src/identity/operator/change-operators.ts'
import { removeNumber } from '../../src/sms/inventory/change-number.ts'
import { displayPhone } from '../../src/sms/phone.ts'
import { newPhone, simulatorNumber } from '../sms-account.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'
import {
  activeSwitch,
  dialog,
  field,
  fillMember,
  groupOffices,
  heading,
  link,
  people,
  said,
  type Person,
} from './group-office.ts'
import { button, choose, refused, rowOf } from './workspace.ts'

/** As from a spreadsheet. */
async function pasteInto(page: Page, name: string, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await field(page, name).focus()
  await page.keyboard.press('Control+V')
}

describe.skipIf(executable === undefined)('groups in a browser', () => {
  const e2e = useApp()
  const { office, group, open, go } = groupOffices(e2e)

  test('are created with members, one by one and pasted, and the server marks invalid phones', async () => {
    e2e.allowFaults(refused)
    const at = await office()
    const [ann, bob, ...rest] = people('Ann', 'Bob', '👩‍🚒 Cat', 'ليلى', 'Eve') as [Person, Person, ...Person[]]
    const page = await open(at)
    await page.getByText('No groups yet.').waitFor()
    await expect.poll(() => page.title()).toBe('Groups · Bureau')
    await expectNoFaults(page, 'groups-empty', 390)
    await link(page, 'Create group').click()
    await heading(page, 'Create group').waitFor()
    await button(page, 'Create group').click()
    await page.getByText('Enter a name.').waitFor()
    await field(page, 'Name').fill('Volunteers')
    await fillMember(page, { ...ann, phone: '' })
    await page.getByText('The phone is missing.').waitFor()
    await fillMember(page, ann)
    await fillMember(page, { name: 'Twin', phone: ann.phone.slice(2) })
    await page.getByText('Ann has the same phone.').waitFor()
    await page.getByRole('checkbox', { name: 'Admin', exact: true }).click()
    await fillMember(page, bob)
    await rowOf(page, 'Bob').getByText('Admin', { exact: true }).waitFor()
    await page.getByText('Add several at once').click()
    const lines = [...rest, { name: 'Wrong', phone: '555-01' }, { name: 'Again', phone: bob.phone }]
    await field(page, 'Names and phones').fill(
      lines.map(({ name, phone }, index) => `${name}${index === 0 ? '\t' : ', '}${phone}`).join('\n'),
    )
    await button(page, 'Add all').click()
    const [fay, gus] = people('Fay', 'Gus') as [Person, Person]
    await pasteInto(page, 'Member name', `${fay.name}\t${fay.phone}\n${gus.name}\t${gus.phone}\n`)
    await rowOf(page, 'Gus').waitFor()
    await rowOf(page, 'Again').getByText('Bob has the same phone.').waitFor()
    await button(page, 'Create group').click()
    await page.getByText('Correct or remove the marked member.').waitFor()
    await button(page, 'Remove Again').click()
    await button(page, 'Create group').click()
    await rowOf(page, 'Wrong').getByText('This is not a phone number that can be texted.').waitFor()
    await page.evaluate('scrollTo(0, 0)')
    await expectNoFaults(page, 'group-new', 390)
    await button(page, 'Edit Wrong').click()
    expect(await field(page, 'Member name').inputValue()).toBe('Wrong')
    await field(page, 'Member name').fill('')
    await field(page, 'Member phone').fill('')
    await button(page, 'Create group').click()
    await heading(page, 'Volunteers').waitFor()
    for (const { name, phone } of [ann, bob, ...rest, fay, gus])
      await rowOf(page, name).getByText(phone).waitFor()
  })

  test('are listed with number, members, and state, paused and resumed, and deleted, also by a member', async () => {
    const at = await office()
    await group(at)
    const colleague = await e2e.app.member(at.tenant.workspaceId, 'member')
    const page = await open(at, '', colleague.id)
    const row = rowOf(page, 'Volunteers')
    await row.getByText(at.number.number).waitFor()
    await row.getByText('5', { exact: true }).waitFor()
    await choose(page, 'Volunteers', 'Pause')
    await row.getByText('Paused').waitFor()
    await choose(page, 'Volunteers', 'Resume')
    await row.getByText('Active').waitFor()
    await expectNoFaults(page, 'groups', 390)
    await choose(page, 'Volunteers', 'Delete')
    const question = dialog(page, 'Delete Volunteers?')
    await question.getByText('no longer forwarded to the 5 members').waitFor()
    await expectNoFaults(page, 'group-delete', 390)
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No groups yet.').waitFor()
  })

  test('share no number while they are active, and say so at the field and at the switch', async () => {
    e2e.allowFaults(refused)
    const at = await office()
    const { id } = await group(at, { name: 'First', active: false })
    await group(at, { name: 'Second' })
    const page = await open(at, '/new')
    await field(page, 'Name').fill('Third')
    await button(page, 'Create group').click()
    const reason = `${at.number.number} hosts the active group Second.`
    await page.getByText(reason).waitFor()
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Number', exact: true }).getAttribute('aria-invalid'))
      .toBe('true')
    await go(page, at, `/${id}`)
    await activeSwitch(page).click()
    await said(page, reason)
    await expect.poll(() => activeSwitch(page).getAttribute('aria-checked')).toBe('false')
  })

  test('whose number is gone say what to do', async () => {
    e2e.allowFaults(refused)
    const at = await office()
    const { id } = await group(at)
    await removeNumber(e2e.app.context, at.number.id)
    const page = await open(at, `/${id}`)
    await expect.poll(() => activeSwitch(page).getAttribute('aria-checked')).toBe('false')
    await activeSwitch(page).click()
    await said(page, `${at.number.number} no longer belongs to this workspace. Ask your operator`)
    await expect.poll(() => activeSwitch(page).getAttribute('aria-checked')).toBe('false')
  })

  test('have members that are added, changed, and removed, also by somebody else', async () => {
    e2e.allowFaults(refused)
    const at = await office()
    const { id, path, members } = await group(at, { members: people('Ann', 'Bob') })
    const page = await open(at, `/${id}`)
    await fillMember(page, { name: 'Cat', phone: '12' })
    await page.getByText('This is not a phone number that can be texted.').waitFor()
    await fillMember(page, { name: 'Cat', phone: at.number.number })
    await page.getByText('is a number of this installation').waitFor()
    await fillMember(page, { name: 'Cat', phone: members[0]?.phone ?? '' })
    await page.getByText('Ann already has this phone.').waitFor()
    await fillMember(page, { name: 'Cat', phone: newPhone() })
    await rowOf(page, 'Cat').waitFor()
    await page.getByRole('form', { name: 'Add member' }).getByText('Show as curl').click()
    await page.getByText(/\/groups\/\d+\/members'/).waitFor()
    await choose(page, 'Cat', 'Edit')
    const edit = dialog(page, 'Edit Cat')
    await edit.getByLabel('Member name').fill('Kate')
    await edit.getByText('Show as curl').click()
    await edit.getByText(/-X PATCH .*\/groups\/\d+\/members\/\d+/).waitFor()
    await edit.getByRole('checkbox', { name: 'Admin' }).click()
    await expectNoFaults(page, 'group-member', 390)
    await edit.getByRole('button', { name: 'Save' }).click()
    await rowOf(page, 'Kate').getByText('Admin', { exact: true }).waitFor()
    await choose(page, 'Bob', 'Remove')
    await dialog(page, 'Remove Bob?').getByText('texts from Bob are not forwarded').waitFor()
    await dialog(page, 'Remove Bob?').getByRole('button', { name: 'Remove' }).click()
    await rowOf(page, 'Bob').waitFor({ state: 'detached' })
    await at.owner.data('POST', `${path}/members`, { name: 'Dan', phone: newPhone() })
    await rowOf(page, 'Dan').waitFor()
    await page.getByText('Add several at once').click()
    await field(page, 'Names and phones').fill(`Eve, ${newPhone()}\nFay, 12\nGus, ${newPhone()}`)
    await button(page, 'Add all').click()
    await rowOf(page, 'Gus').waitFor()
    await page.getByText('Line 1: "12" is not a phone number that can be texted.').waitFor()
    expect(await field(page, 'Names and phones').inputValue()).toBe('Fay, 12')
    await button(page, 'Rename').click()
    await dialog(page, 'Rename').getByLabel('Name').fill('Helpers')
    await dialog(page, 'Rename').getByText('Show as curl').click()
    await dialog(page, 'Rename').getByText('{"name":"Helpers"}').waitFor()
    await dialog(page, 'Rename').getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Helpers').waitFor()
  })

  test('need a number of their own, which the pool does not have', async () => {
    const tenant = await e2e.app.tenant()
    await simulatorNumber(e2e.app)
    const page = await e2e.open(`/w/${tenant.workspaceId}/groups/new`, { userId: tenant.userId })
    await page.getByText('A group needs a number of its own. Ask your operator.').waitFor()
    await expectNoFaults(page, 'group-no-number', 390)
    await inForce(e2e.app.context, (tx) => makeOperator(tx, tenant.userId, {}))
    await page.reload()
    await link(page, 'Numbers of the installation').waitFor()
    const number = await simulatorNumber(e2e.app, { tenant })
    const choice = page.getByRole('combobox', { name: 'Number', exact: true })
    await choice.click()
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await page.getByRole('option', { name: displayPhone(number.number) }).click()
  })

  test('are created by keyboard alone', async () => {
    const at = await office()
    const page = await open(at)
    await page.getByText('No groups yet.').waitFor()
    await link(page, 'Create group').focus()
    await page.keyboard.press('Enter')
    await heading(page, 'Create group').waitFor()
    await field(page, 'Name').focus()
    await page.keyboard.type('Keys')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    for (const { name, phone } of people('Ann', 'Bob')) {
      await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('member_name')
      await page.keyboard.type(name)
      await page.keyboard.press('Tab')
      await page.keyboard.type(phone)
      await page.keyboard.press('Enter')
      await rowOf(page, name).waitFor()
    }
    await field(page, 'Name').focus()
    await page.keyboard.press('Enter')
    await heading(page, 'Keys').waitFor()
    await activeSwitch(page).focus()
    await page.keyboard.press('Space')
    await said(page, 'Keys is paused.')
  })

  test('of another tenant are not found', async () => {
    e2e.allowFaults(refused)
    const { id } = await group(await office())
    const other = await office()
    const page = await open(other, `/${id}`)
    await heading(page, 'Group not found').waitFor()
    await go(page, other, '/none')
    await heading(page, 'Group not found').waitFor()
    await link(page, 'All groups').click()
    await heading(page, 'Groups').waitFor()
  })
})
