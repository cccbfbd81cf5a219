import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { button } from './workspace.ts'

export const tray = (page: Page): Locator => page.getByRole('region', { name: 'Uploads' })

export const row = (page: Page, name: string): Locator =>
  tray(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('progressbar', { name, exact: true }) })

type Files = Parameters<Locator['setInputFiles']>[0]

/** On Home. */
export async function chooseFiles(page: Page, files: Files): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Choose file').click()])
  await chooser.setFiles(files)
}

export async function chooseAgain(page: Page, name: string, path: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    button(page, `Choose again ${name}`).click(),
  ])
  await chooser.setFiles(path)
}

/** The share of the file that was sent, as the tray shows it. */
export const shareOf = (page: Page, name: string): Promise<number> =>
  row(page, name)
    .getByRole('progressbar')
    .evaluate((bar) => (bar as unknown as { value: number }).value)

/** A file that repeats no block, with its digest. */
export async function writeLarge(path: string, bytes: number): Promise<string> {
  const block = randomBytes(1024 * 1024)
  const hash = createHash('sha256')
  const file = createWriteStream(path)
  for (let at = 0; at < bytes; at += block.length) {
    block.writeDoubleLE(at)
    const piece = Buffer.from(block.subarray(0, bytes - at))
    hash.update(piece)
    if (!file.write(piece)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
  return hash.digest('hex')
}

export const status = (page: Page, name: string, word: string): Promise<void> =>
  row(page, name).getByText(word, { exact: true }).waitFor()

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** One a page: conditions of several would all hold. */
function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** Limits what the page sends, in bytes a second. 0 is unlimited. */
export async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await sessionOf(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond === 0 ? -1 : bytesPerSecond,
  })
}

/** Drops files and folders of this machine in the middle of the page, as from its desktop. */
export async function dropOn(page: Page, ...files: readonly string[]): Promise<void> {
  const session = await sessionOf(page)
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 400, data })
}

export const summary = (page: Page, text: string, timeout = 30_000): Promise<void> =>
  tray(page).getByRole('paragraph').filter({ hasText: text }).waitFor({ timeout })
