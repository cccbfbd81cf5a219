import type { Page } from 'playwright-core'
import { row } from './files-office.ts'

export const select = (page: Page, name: string) =>
  row(page, name)
    .getByRole('checkbox', { name: `Select ${name}` })
    .click()
export const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name, exact: true })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function fromMenu(page: Page, name: string, item: string): Promise<void> {
  await button(page, `Actions for ${name}`).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
