import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { listOutbox } from '../../src/sms/carrier/simulator/operate-simulator.ts'
import { logIn } from '../../src/console/console.testing.ts'
import type { Tenant } from '../harness.ts'
import { simulate } from '../simulate.ts'
import { newPhone, simulatorNumber, type TestNumber } from '../sms-account.ts'
import { textTo, type GroupBody } from '../sms-group.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'
import { button, choose, rowOf } from './workspace.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const log = (page: Page) => page.getByRole('log', { name: 'Texts', exact: true })
const article = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text })
const said = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications', exact: true }).getByText(text).first().waitFor()

interface Person {
  readonly name: string
  readonly phone: string
}

const people = (...names: readonly string[]): readonly Person[] =>
  names.map((name) => ({ name, phone: newPhone() }))

async function fillMember(page: Page, { name, phone }: Person): Promise<void> {
  await page.getByLabel('Member name', { exact: true }).fill(name)
  await page.getByLabel('Member phone', { exact: true }).fill(phone)
  await button(page, 'Add member').click()
}

describe.skipIf(executable === undefined)('groups in a browser', () => {
  const e2e = useApp()

  const pathOf = ({ workspaceId }: Tenant, rest = '') => `/w/${workspaceId}/groups${rest}`

  /** A tenant with a number of its own. */
  async function office(): Promise<{ tenant: Tenant; number: TestNumber }> {
    const tenant = await e2e.app.tenant()
    return { tenant, number: await simulatorNumber(e2e.app, { tenant }) }
  }

  async function makeGroup(
    tenant: Tenant,
    number: TestNumber,
    { name = 'Volunteers', members = people('Ann', 'Bob', 'Cat', 'Dan', 'Eve') } = {},
  ) {
    const browser = await logIn(e2e.app, tenant.userId)
    const { group } = await browser.data<GroupBody>('POST', `/workspaces/${tenant.workspaceId}/sms/groups`, {
      name,
      number_id: number.id,
      members,
    })
    return { id: group.id, members, browser }
  }

  async function outboxOf(number: TestNumber): Promise<readonly (readonly [to: string, body: string])[]> {
    const { messages } = await listOutbox(e2e.app.context, { numberId: number.id })
    return messages.map(({ to, body }) => [to, body] as const)
  }

  test('are created with members, and forward what one texts to the others, live', async () => {
    const { tenant, number } = await office()
    const members = people('Ann', 'Bob', 'Cat', 'Dan', 'Eve')
    const [ann, bob, ...rest] = members as [Person, Person, ...Person[]]
    const page = await e2e.open(pathOf(tenant), { userId: tenant.userId })
    await page.getByText('No groups yet.').waitFor()
    await heading(page, 'Groups').waitFor()
    expect(await page.title()).toBe('Groups · Bureau')
    await expectNoFaults(page, 'groups-empty', 390)
    await link(page, 'Create group').click()
    await heading(page, 'Create group').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Volunteers')
    await fillMember(page, ann)
    await page.getByRole('checkbox', { name: 'Admin', exact: true }).click()
    await fillMember(page, bob)
    await page.getByText('Add several at once').click()
    const lines = rest.map(({ name, phone }) => `${name}\t${phone}`).join('\n')
    await page.getByLabel('Names and phones', { exact: true }).fill(lines)
    await button(page, 'Add all').click()
    await rowOf(page, 'Eve').waitFor()
    await rowOf(page, 'Bob').getByText('Admin', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Number', exact: true }).waitFor()
    await expectNoFaults(page, 'group-new', 390)
    await button(page, 'Create group').click()

    await heading(page, 'Volunteers').waitFor()
    await log(page).getByText('No texts yet.').waitFor()
    await textTo(e2e.app, number, bob.phone, 'See you at noon')
    const text = article(page, 'Bob: See you at noon')
    await text.getByText('Forwarded to 4').waitFor()
    await simulate(e2e.app.context)
    await text.getByText('4 delivered').waitFor()
    const others = [ann, ...rest]
    expect(await outboxOf(number)).toEqual(others.map(({ phone }) => [phone, 'Bob: See you at noon']))

    await page.getByLabel('Message to the group', { exact: true }).fill('We meet at noon.')
    await page.getByText('16 of 1,600 characters, 1 part').waitFor()
    await button(page, 'Send to group').click()
    await page.getByText('Queued for 5 members.').waitFor()
    await article(page, 'We meet at noon.').getByText('Delivered to 0 of 5').waitFor()
    await simulate(e2e.app.context)
    await article(page, 'We meet at noon.').getByText('Delivered to 5 of 5').click()
    expect(await article(page, 'We meet at noon.').getByRole('listitem').allInnerTexts()).toHaveLength(5)
    expect(await outboxOf(number)).toHaveLength(9)
    await expectNoFaults(page, 'group', 390)
  })

  test('that are paused forward nothing, and say so', async () => {
    const { tenant, number } = await office()
    const { id, members } = await makeGroup(tenant, number)
    const page = await e2e.open(pathOf(tenant, `/${id}`), { userId: tenant.userId })
    const active = page.getByRole('switch', { name: 'Active', exact: true })
    await active.click()
    await said(page, 'Volunteers is paused.')
    await expect.poll(() => active.getAttribute('aria-checked')).toBe('false')
    await textTo(e2e.app, number, members[0]?.phone ?? '', 'Anybody here?')
    await simulate(e2e.app.context)
    expect(await outboxOf(number)).toEqual([])
    const send = button(page, 'Send to group')
    expect(await send.getAttribute('aria-disabled')).toBe('true')
    await page.goto(e2e.origin + pathOf(tenant))
    await rowOf(page, 'Volunteers').getByText('Paused').waitFor()
    await choose(page, 'Volunteers', 'Resume')
    await rowOf(page, 'Volunteers').getByText('Active').waitFor()
    await expectNoFaults(page, 'groups', 390)
  })

  test('of another tenant are not found', async () => {
    e2e.allowFaults(/status of 40[04]/)
    const { tenant, number } = await office()
    const { id } = await makeGroup(tenant, number)
    const other = await e2e.app.tenant()
    const page = await e2e.open(pathOf(other, `/${id}`), { userId: other.userId })
    await heading(page, 'Group not found').waitFor()
    await page.goto(e2e.origin + pathOf(other, '/none'))
    await heading(page, 'Group not found').waitFor()
    await link(page, 'All groups').click()
    await heading(page, 'Groups').waitFor()
  })
})
