import type { Page } from 'playwright-core'
import { logIn, type Browser } from '../../src/console/console.testing.ts'
import { listOutbox } from '../../src/sms/carrier/simulator/operate-simulator.ts'
import type { Tenant } from '../harness.ts'
import { newPhone, simulatorNumber, type TestNumber } from '../sms-account.ts'
import type { GroupBody } from '../sms-group.ts'
import type { E2e } from './app.ts'
import { button } from './workspace.ts'

export interface Person {
  readonly name: string
  readonly phone: string
}

export const people = (...names: readonly string[]): readonly Person[] =>
  names.map((name) => ({ name, phone: newPhone() }))

export interface Office {
  readonly tenant: Tenant
  /** Of its own. */
  readonly number: TestNumber
  readonly owner: Browser
}

interface GroupOptions {
  readonly name?: string
  readonly members?: readonly Person[]
  readonly active?: boolean
}

export interface MadeGroup {
  readonly id: number
  readonly members: readonly Person[]
  /** In the console API. */
  readonly path: string
}

/** Workspaces with a number of their own, and their groups. */
export function groupOffices(e2e: E2e) {
  const office = async (plan: Parameters<E2e['app']['tenant']>[0] = {}): Promise<Office> => {
    const tenant = await e2e.app.tenant(plan)
    const number = await simulatorNumber(e2e.app, { tenant })
    return { tenant, number, owner: await logIn(e2e.app, tenant.userId) }
  }

  const group = async (
    { tenant, number, owner }: Office,
    {
      name = 'Volunteers',
      members = people('Ann', 'Bob', 'Cat', 'Dan', 'Eve'),
      active = true,
    }: GroupOptions = {},
  ): Promise<MadeGroup> => {
    const path = `/workspaces/${tenant.workspaceId}/sms/groups`
    const body = { name, number_id: number.id, members }
    const { group: stored } = await owner.data<GroupBody>('POST', path, body)
    const made = { id: stored.id, members, path: `${path}/${stored.id}` }
    if (!active) await owner.data('PATCH', made.path, { active: false })
    return made
  }

  const open = ({ tenant }: Office, rest = '', userId = tenant.userId): Promise<Page> =>
    e2e.open(`/w/${tenant.workspaceId}/groups${rest}`, { userId })

  const go = (page: Page, { tenant }: Office, rest = '') =>
    page.goto(`${e2e.origin}/w/${tenant.workspaceId}/groups${rest}`)

  /** What the simulated number sent, oldest first. */
  const outbox = async ({ number }: Office): Promise<readonly (readonly [to: string, body: string])[]> => {
    const { messages } = await listOutbox(e2e.app.context, { numberId: number.id })
    return messages.map(({ to, body }) => [to, body] as const)
  }
  return { office, group, open, go, outbox }
}

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true, level: 1 })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const activeSwitch = (page: Page) => page.getByRole('switch', { name: 'Active', exact: true })
export const log = (page: Page) => page.getByRole('log', { name: 'Texts', exact: true })
export const article = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text })
export const said = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications', exact: true }).getByText(text).first().waitFor()

export async function fillMember(page: Page, { name, phone }: Person): Promise<void> {
  await field(page, 'Member name').fill(name)
  await field(page, 'Member phone').fill(phone)
  await button(page, 'Add member').click()
}
