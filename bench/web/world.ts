import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launch } from '../../test/e2e/browser.ts'
import { command } from '../../test/server.ts'
import { addManyFiles } from '../files/many-files.ts'
import { openWorld } from '../files/world.ts'

export const folders = 20
export const filesAFolder = 5000

export interface WebWorld {
  readonly browser: Browser
  /** Shows the root of the workspace. */
  readonly page: Page
  readonly close: () => Promise<void>
}

const email = 'person@example.com'
const password = 'three calm otters'

/** A member of a workspace of 100,000 files, logged in in Chromium. */
export async function openWebWorld(): Promise<WebWorld> {
  const world = await openWorld()
  const dataDir = join(world.directory, 'bureau')
  const names = ['--first-name', 'Ben', '--last-name', 'Ch']
  const secret = ['--email', email, '--password', password]
  const { id } = await command<{ id: number }>(dataDir, 'users', 'create', ...names, ...secret)
  const membership = ['--workspace', world.workspaceId, '--user', `${id}`, '--role', 'member']
  await command(dataDir, 'members', 'add', ...membership)
  await addManyFiles(world, { folders, filesAFolder })
  await world.untilIdle()
  const browser = await launch()
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const origin = new URL(world.base).origin
  await page.goto(`${origin}/login?next=/w/${world.workspaceId}/files`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('row', { name: 'Folder 0', exact: true }).waitFor()
  return {
    browser,
    page,
    close: async () => {
      await browser.close()
      await world.close()
    },
  }
}
