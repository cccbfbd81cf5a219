import type { Page } from 'playwright-core'
import { sql } from '../../src/platform/database/sql.ts'
import type { TestApp } from '../harness.ts'
import type { E2e } from './app.ts'
import { expectNoFaults } from './browser.ts'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const rowOf = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

export const openMenu = (page: Page, name: string): Promise<void> =>
  button(page, `Actions for ${name}`).click()

export async function choose(page: Page, name: string, item: string): Promise<void> {
  await openMenu(page, name)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** The console's line about a call that the server refused. */
export const refused = /the server responded with a status of 4\d\d/

/** Checks the page in each look, and goes back to the first. */
export async function look(page: Page, name: string): Promise<void> {
  await expectNoFaults(page, `workspace-${name}`, 390)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
}

interface Place {
  readonly workspaceId: number
}

/** Pages of a workspace: the first one of a person, and further ones. */
export const inWorkspace = (e2e: E2e) => ({
  open: (userId: number, { workspaceId }: Place, path: string): Promise<Page> =>
    e2e.open(`/w/${workspaceId}${path}`, { userId }),
  go: (page: Page, { workspaceId }: Place, path: string) =>
    page.goto(`${e2e.origin}/w/${workspaceId}${path}`),
})

export const emailOf = async ({ context }: TestApp, userId: number): Promise<string> =>
  (await context.database.one<{ email: string }>(sql`select email from identity."user" where id = ${userId}`))
    .email

/** The path of the link in the last mail. */
export async function mailedPath({ context }: TestApp, email: string): Promise<string> {
  const { links } = await context.database.one<{ links: string[] }>(sql`
    select links from platform.mail where recipient = ${email} order by id desc limit 1`)
  return new URL(links[0] ?? '').pathname
}
