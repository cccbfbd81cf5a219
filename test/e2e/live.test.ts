import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePerson } from '../../src/account/account.testing.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { freePort } from '../free-port.ts'
import { silentLog } from '../log.ts'
import { command, startServer, type Server } from '../server.ts'
import { buildClient, useApp, useBrowsers } from './app.ts'
import { executable } from './browser.ts'

const password = 'three calm otters'

describe.skipIf(executable === undefined)('tabs of one browser', () => {
  const e2e = useApp()

  test('share one stream of events', async () => {
    const { userId } = await e2e.app.tenant()
    const first = await e2e.open('/me/profile', { userId })
    const streams: Page[] = []
    first.context().on('request', (request) => {
      if (request.url().endsWith('/console/v1/events')) streams.push(request.frame().page())
    })
    await first.reload()
    await first.getByLabel('First name').waitFor()
    await expect.poll(() => streams.length).toBe(1)
    const second = await first.context().newPage()
    await second.goto(`${e2e.origin}/me/workspaces`)
    await second.getByRole('table', { name: 'Workspaces' }).waitFor()
    expect(streams).toEqual([first])
    await first.close()
    await expect.poll(() => streams).toEqual([first, second])
  })

  test('are all logged out by one, and come back to where they were', async () => {
    e2e.allowFaults(/status of 401/)
    const person = await makePerson(e2e.app, { password })
    const first = await e2e.open('/me/profile', { userId: person.id })
    const second = await first.context().newPage()
    await second.goto(`${e2e.origin}/me/workspaces?create=true`)
    await second.getByRole('dialog', { name: 'Create organization' }).waitFor()
    await first.getByRole('button', { name: 'Account: Pat' }).click()
    await first.getByRole('menuitem', { name: 'Log out' }).click()
    await first.waitForURL('**/login')
    await second.waitForURL('**/login?next=**')
    await second.getByLabel('E-mail address').fill(person.email)
    await second.getByLabel('Password').fill(password)
    await second.getByRole('button', { name: 'Log in' }).click()
    await second.waitForURL('**/me/workspaces?create=true')
  })
})

describe.skipIf(executable === undefined)('the app of a program in its own process', () => {
  let origin = ''
  const browsers = useBrowsers(() => origin)
  const directories: string[] = []
  let server: Server | undefined
  let postgres: EmbeddedPostgres | undefined
  let start: () => Promise<Server>
  let startDatabase: () => Promise<EmbeddedPostgres>

  const directory = (name: string): string => {
    const path = mkdtempSync(join(tmpdir(), name))
    directories.push(path)
    return path
  }

  beforeAll(async () => {
    await buildClient()
    const [database, dataDir] = [directory('bureau-live-'), directory('bureau-live-data-')]
    startDatabase = () => startEmbeddedPostgres({ dataDir: database, log: silentLog })
    postgres = await startDatabase()
    const port = await freePort()
    const env = {
      DATABASE_URL: postgres.connectionString,
      BUREAU_FILES_PORT: String(port),
      BUREAU_REQUEST_LOG_DAYS: '0',
    }
    start = () => startServer({ dataDir, env })
    server = await start()
    origin = server.urls.files_origin_url
    const names = ['--first-name', 'Pat', '--last-name', 'Person']
    await command(dataDir, 'users', 'create', '--email', 'pat@example.com', ...names, '--password', password)
  }, 120_000)
  afterAll(async () => {
    await server?.kill()
    await postgres?.stop()
    for (const each of directories) rmSync(each, { recursive: true, force: true })
  })

  const away = 'Bureau cannot be reached.'

  async function openWorkspaces(): Promise<Page> {
    browsers.allowFaults(/Failed to load resource|ERR_/)
    const page = await browsers.open('/login?next=/me/workspaces')
    await page.getByLabel('E-mail address').fill('pat@example.com')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('table', { name: 'Workspaces' }).waitFor()
    return page
  }

  /** The page says that Bureau is away, keeps what it shows, and goes on when it is back. */
  async function expectQuietRecovery(page: Page, back: () => Promise<unknown>): Promise<void> {
    await page.getByText(away).waitFor()
    await page.getByRole('table', { name: 'Workspaces' }).waitFor()
    await back()
    await page.getByText(away).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByLabel('Name').fill('After the outage')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('button', { name: 'Workspace: After the outage' }).waitFor()
  }

  test('says that the request log is off', async () => {
    const page = await openWorkspaces()
    await page.getByRole('link', { name: 'Requests' }).click()
    await page.getByText('The request log of this installation is off.').waitFor()
  })

  test('tells of an outage of the server, and goes on after it', { timeout: 90_000 }, async () => {
    const page = await openWorkspaces()
    await server?.stop()
    await expectQuietRecovery(page, async () => {
      server = await start()
    })
  })

  test('tells of an outage of the database, and goes on after it', { timeout: 90_000 }, async () => {
    const page = await openWorkspaces()
    await postgres?.stop()
    await expectQuietRecovery(page, async () => {
      postgres = await startDatabase()
    })
  })
})
