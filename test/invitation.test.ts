import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { postfixMissing, startPostfix } from './postfix.ts'
import { executable, launch } from './e2e/browser.ts'
import { command, startServer } from './server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The program as an operator runs it, which mails through a real server; and a key of an organization. */
async function openOffice() {
  const postfix = await startPostfix()
  closing.push(postfix.stop)
  const dataDir = await mkdtemp(join(tmpdir(), 'bureau-invitation-'))
  closing.push(() => rm(dataDir, { recursive: true, force: true }))
  const env = { BUREAU_SMTP_URL: postfix.url, BUREAU_MAIL_FROM: 'Bureau <bureau@example.com>' }
  const server = await startServer({ dataDir, env })
  closing.push(server.stop)
  const create = (...words: readonly string[]) => command<Record<string, string | number>>(dataDir, ...words)
  const ada = ['--email', 'ada@example.com', '--first-name', 'Ada', '--last-name', 'Lovelace']
  const { id: userId } = await create('users', 'create', ...ada, '--password', 'three calm otters')
  const { id } = await create('workspaces', 'create', '--owner', `${userId}`, '--name', 'Engines & Co.')
  const owned = ['--service', 'iam', '--user', `${userId}`, '--workspace', `${id}`]
  const { key } = await create('keys', 'create', ...owned, '--scopes', 'iam:read,iam:write')
  return { postfix, url: `${server.urls.gateway_url}/v1/iam/members`, key: `${key}` }
}

/** The address behind a button of a mail, as a mail program reads it. */
const linkIn = (mail: string): string | undefined =>
  /Open the invitation:\s+(\S+)/.exec(mail.replaceAll('=\n', '').replaceAll('=3D', '='))?.[1]

describe.skipIf(postfixMissing || executable === undefined)('with Postfix and Chromium (as root)', () => {
  test('a person who is invited by API gets the mail, opens the link, sets a password, joins, and is listed', async () => {
    const { postfix, url, key } = await openOffice()
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const list = async () => {
      const { data } = (await (await fetch(url, { headers })).json()) as { data: object[] }
      return data
    }
    const body = JSON.stringify({ email: ' Grace@Example.org ', role: 'admin' })
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(201)
    expect(await list()).toContainEqual(
      expect.objectContaining({ email: 'grace@example.org', status: 'pending' }),
    )

    await expect.poll(postfix.mails).toHaveLength(1)
    const [mail = ''] = await postfix.mails()
    expect(mail).toMatch(/^To: grace@example\.org$/m)
    const browser = await launch()
    closing.push(() => browser.close())
    const page = await browser.newPage()
    await page.goto(linkIn(mail) ?? '')
    expect(await page.locator('h1').innerText()).toBe('Join Engines & Co.')
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Last name').fill('Hopper')
    await page.getByLabel('Password').fill('three calm otters')
    await page.getByRole('button', { name: 'Create account and join' }).click()
    await page.waitForURL(({ pathname }) => /^\/(w\/|$)/.test(pathname))

    expect(await list()).toEqual([
      expect.objectContaining({ email: 'ada@example.com', role: 'owner', status: 'active' }),
      expect.objectContaining({
        email: 'grace@example.org',
        name: 'Grace Hopper',
        role: 'admin',
        status: 'active',
      }),
    ])
    // The link works once.
    const stranger = await browser.newPage()
    await stranger.goto(linkIn(mail) ?? '')
    expect(await stranger.getByLabel('Password').count()).toBe(0)
    expect(await postfix.mails()).toHaveLength(1)
  }, 120_000)
})
