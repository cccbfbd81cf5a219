import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { logIn } from '../../src/console/console.testing.ts'
import { useApp } from './app.ts'
import { expectNoFaults } from './browser.ts'
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
  expect
    .poll(() => tray(page).getByRole('paragraph').allInnerTexts(), { timeout })
    .toContainEqual(expect.stringContaining(text))

export const megabyte = 1024 * 1024

interface Home {
  readonly page: Page
  readonly userId: number
  readonly workspaceId: number
  /** Names and sizes of what is in the root. */
  readonly listed: () => Promise<readonly (readonly [string, number])[]>
}

/** For the tests of a `describe`: the app, its Home, and files to upload. */
export function useUploads() {
  const e2e = useApp()
  const directory = mkdtempSync(join(tmpdir(), 'bureau-uploads-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  const write = (name: string, bytes: number, fill = name): string => {
    const path = join(directory, name)
    writeFileSync(path, Buffer.alloc(bytes, fill))
    return path
  }

  async function openHome(): Promise<Home> {
    const { userId, workspaceId } = await e2e.app.tenant()
    const page = await e2e.open(`/w/${workspaceId}`, { userId })
    await button(page, 'Choose file').waitFor()
    const listed = async () => {
      const { data } = await logIn(e2e.app, userId)
      const path = `/workspaces/${workspaceId}/files/files?limit=100`
      const found = await data<{ name: string; size: number }[]>('GET', path)
      return found.map(({ name, size }) => [name, size] as const)
    }
    return { userId, workspaceId, page, listed }
  }
  return { e2e, write, openHome }
}

/** Checks the page in each look, and goes back to the first. */
export async function look(page: Page, name: string): Promise<void> {
  await expectNoFaults(page, `uploads-${name}`, 390)
  await page.setViewportSize({ width: 1280, height: 800 })
}
