import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { freePort } from '../free-port.ts'
import { silentLog } from '../log.ts'
import { command, startServer, type Server } from '../server.ts'
import { buildClient, useBrowsers } from './app.ts'
import { executable } from './browser.ts'
import { chooseAgain, chooseFiles, row, shareOf, slowDown, status, writeLarge } from './uploads.ts'
import { button } from './workspace.ts'

const password = 'three calm otters'
const gibibyte = 1024 ** 3

describe.skipIf(executable === undefined)('A large upload', () => {
  let origin = ''
  const browsers = useBrowsers(() => origin)
  const directory = mkdtempSync(join(tmpdir(), 'bureau-large-'))
  let server: Server | undefined
  let postgres: EmbeddedPostgres | undefined
  let start: (filesUrl?: string) => Promise<Server>

  beforeAll(async () => {
    await buildClient()
    const database = join(directory, 'database')
    chmodSync(directory, 0o755)
    mkdirSync(database)
    postgres = await startEmbeddedPostgres({ dataDir: database, log: silentLog })
    const env = {
      DATABASE_URL: postgres.connectionString,
      BUREAU_FILES_PORT: String(await freePort()),
      BUREAU_REQUEST_LOG_DAYS: '0',
    }
    const dataDir = join(directory, 'data')
    start = (filesUrl) =>
      startServer({ dataDir, env: { ...env, ...(filesUrl !== undefined && { BUREAU_FILES_URL: filesUrl }) } })
    server = await start()
    origin = server.urls.files_origin_url
    const names = ['--first-name', 'Pat', '--last-name', 'Person']
    await command(dataDir, 'users', 'create', '--email', 'pat@example.com', ...names, '--password', password)
  }, 120_000)
  afterAll(async () => {
    await server?.kill()
    await postgres?.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  async function openHome(): Promise<Page> {
    browsers.allowFaults(/Failed to load resource|ERR_/)
    const page = await browsers.open('/login?next=/')
    await page.getByLabel('E-mail address').fill('pat@example.com')
    await page.getByLabel('Password').fill(password)
    await button(page, 'Log in').click()
    await button(page, 'Choose file').waitFor()
    return page
  }

  const reach = (page: Page, name: string, share: number) =>
    expect.poll(() => shareOf(page, name), { interval: 20 }).toBeGreaterThanOrEqual(share)

  test(
    'goes on after the network was lost, the page reloaded, and the server started again',
    { timeout: 240_000 },
    async () => {
      const path = join(directory, 'large.bin')
      const digest = await writeLarge(path, gibibyte)
      const page = await openHome()
      await chooseFiles(page, path)
      await reach(page, 'large.bin', 0.2)

      await page.context().setOffline(true)
      await status(page, 'large.bin', 'Waiting for the network')
      await page.context().setOffline(false)
      await reach(page, 'large.bin', 0.4)

      page.once('dialog', (dialog) => void dialog.accept())
      await page.reload()
      await status(page, 'large.bin', 'Choose the file again')
      await chooseAgain(page, 'large.bin', path)
      await status(page, 'large.bin', 'Uploading')
      let known = 0
      await expect.poll(async () => (known = await shareOf(page, 'large.bin'))).toBeGreaterThan(0)
      expect(known).toBeGreaterThan(0.3)

      await reach(page, 'large.bin', 0.6)
      await server?.stop()
      await status(page, 'large.bin', 'Waiting for the network')
      server = await start()
      await row(page, 'large.bin').getByText('Done', { exact: true }).waitFor({ timeout: 90_000 })
      expect(await storedDigest(page, 'large.bin')).toBe(digest)
    },
  )

  test('works on plain http, where browsers have neither locks nor digests', async () => {
    await server?.stop()
    origin = `http://office.test:${new URL(origin).port}`
    server = await start(origin)
    const path = join(directory, 'plain.bin')
    const digest = await writeLarge(path, 20 * 1024 * 1024)
    const page = await openHome()
    expect(await page.evaluate('isSecureContext')).toBe(false)
    await slowDown(page, 1024 * 1024)
    await chooseFiles(page, path)
    await reach(page, 'plain.bin', 0.1)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await chooseFiles(other, path)
    await row(other, 'plain.bin').getByText('Another tab uploads this file.').waitFor()
    await other.close()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await status(page, 'plain.bin', 'Choose the file again')
    await slowDown(page, 0)
    await chooseAgain(page, 'plain.bin', path)
    await status(page, 'plain.bin', 'Done')
    expect(await storedDigest(page, 'plain.bin')).toBe(digest)
  })

  /** Reads it over HTTP, as a download does. */
  async function storedDigest(page: Page, name: string): Promise<string> {
    const cookies = await page.context().cookies()
    const headers = { cookie: cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ') }
    const workspace = /\/w\/(\d+)/.exec(page.url())?.[1] ?? ''
    const { port } = new URL(origin)
    const base = `http://127.0.0.1:${port}/console/v1/workspaces/${workspace}/files/files`
    const list = (await (await fetch(base, { headers })).json()) as {
      readonly data: readonly { readonly id: string; readonly name: string }[]
    }
    const ids = list.data.flatMap((item) => (item.name === name ? [item.id] : []))
    expect(ids).toHaveLength(1)
    const hash = createHash('sha256')
    const response = await fetch(`${base}/${ids[0]}/content`, { headers })
    for await (const piece of response.body ?? []) hash.update(piece as Uint8Array)
    return hash.digest('hex')
  }
})
