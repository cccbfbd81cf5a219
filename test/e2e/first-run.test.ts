import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findOptional } from '../programs.ts'
import { command, startServer, type Server } from '../server.ts'
import { buildClient, useBrowsers } from './app.ts'
import { executable } from './browser.ts'

const startMsMax = 180_000

const curl = findOptional('curl')

describe.skipIf(executable === undefined || curl === undefined)('a stranger with a new installation', () => {
  const browsers = useBrowsers(() => server.urls.files_origin_url)
  let server: Server
  let directory: string
  const dataDir = () => join(directory, 'data')

  beforeAll(async () => {
    await buildClient()
    directory = await mkdtemp(join(tmpdir(), 'bureau-first-run-'))
    await writeFile(join(directory, 'README.md'), 'Hello')
  })
  afterAll(async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  })

  const article = (page: Page, name: string) => page.getByRole('article', { name })

  /** The answer to a command as the app shows it, in a shell that knows the key. */
  const paste = async (text: string, key: string): Promise<string> => {
    const { stdout } = await promisify(execFile)('bash', ['-c', text], {
      cwd: directory,
      env: { ...process.env, KEY: key },
    })
    return stdout
  }

  const createKey = async (page: Page, service: 'Files' | 'SMS'): Promise<string> => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('link', { name: 'Create key' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill(`First ${service}`)
    await page.getByRole('radio', { name: service, exact: true }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Key created' })
    const key = await dialog.getByRole('textbox', { name: 'API key' }).inputValue()
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    return key
  }

  test('starts it, sets it up, makes a key, and calls with it in three minutes; Home turns with each call', async () => {
    const startedMs = performance.now()
    server = await startServer({ dataDir: dataDir(), isFirst: true })
    await command(dataDir(), 'numbers', 'add', '--phone', '+12025550100', '--carrier', 'simulator', '--pool')
    const { url } = await command<{ url: string }>(dataDir(), 'setup-link')
    const page = await browsers.open(url.slice(server.urls.files_origin_url.length))
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Lovelace')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByLabel('Password').fill('three calm otters')
    await page.getByRole('button', { name: 'Create operator' }).click()
    await page.getByRole('heading', { name: 'Check this installation' }).waitFor()
    await expect.poll(() => page.getByText('Fine', { exact: true }).count()).toBe(4)
    await page.getByRole('button', { name: 'Continue' }).click()
    await article(page, 'Upload a file').getByText('Not yet').waitFor()
    const upload = await article(page, 'Upload a file').locator('pre').innerText()

    const filesKey = await createKey(page, 'Files')
    expect(JSON.parse(await paste(upload, filesKey))).toMatchObject({ data: { name: 'README.md' } })
    await article(page, 'Upload a file').getByText('Done').waitFor()
    expect(performance.now() - startedMs).toBeLessThan(startMsMax)

    await article(page, 'Send a text').getByText('Not yet').waitFor()
    const smsKey = await createKey(page, 'SMS')
    const text = await article(page, 'Send a text').locator('pre').innerText()
    expect(JSON.parse(await paste(text, smsKey))).toMatchObject({ ok: true })
    await article(page, 'Send a text').getByText('Done').waitFor()
    await article(page, 'Watch events').getByText('Done').waitFor()
    await page.getByRole('button', { name: 'Send text' }).click()
    await article(page, 'Send a text').getByText('Delivered').waitFor()
  })
})
