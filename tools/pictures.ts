// Takes the pictures of the README (docs/pictures) from a server of its own with made-up people: `npm run pictures`.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { launch } from '../test/e2e/browser.ts'
import { command, startServer } from '../test/server.ts'

const directory = join(import.meta.dirname, '../docs/pictures')
const viewport = { width: 1280, height: 800 }
const bytesMax = 150_000

const people = [
  ['Grace', 'Hopper', 'admin'],
  ['Katherine', 'Johnson', 'admin'],
  ['Alan', 'Turing', 'member'],
  ['Hedy', 'Lamarr', 'member'],
  ['Tim', 'Berners-Lee', 'member'],
  ['Radia', 'Perlman', 'member'],
  ['Edsger', 'Dijkstra', 'member'],
] as const

const keys = [
  ['Website uploads', 'files', ['files:read', 'files:write']],
  ['Nightly reports', 'files', ['files:read']],
  ['Appointment reminders', 'sms', ['messages:send']],
  ['Support inbox', 'sms', ['messages:send', 'messages:read']],
  ['Staff directory', 'iam', ['iam:read']],
] as const

const webhooks = [
  ['Search index', 'https://search.example.com/bureau', ['file.created', 'file.deleted']],
  ['Accounting', 'https://books.example.com/hooks/bureau', ['file.created']],
  ['Audit trail', 'https://audit.example.com/in', ['*']],
] as const

interface Answered {
  readonly data: unknown
  readonly cookie: string
}

type Call = (path: string, body: object | FormData) => Promise<Answered>

function caller(origin: string, cookie?: string): Call {
  return async (path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${origin}/console/v1${path}`, {
      method: 'POST',
      headers: {
        Origin: origin,
        ...(!isForm && { 'Content-Type': 'application/json' }),
        ...(cookie !== undefined && { Cookie: cookie }),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    const { data } = (await response.json()) as Pick<Answered, 'data'>
    return { data, cookie: response.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '' }
  }
}

/** The cookie of the operator, who owns an organization that has been used for a while. */
async function makeOffice(dataDir: string, origin: string) {
  const run = <Printed>(...words: readonly string[]) => command<Printed>(dataDir, ...words)
  const number = ['--phone', '+12025550100', '--carrier', 'simulator', '--label', 'Front desk']
  await run('numbers', 'add', '--pool', ...number)
  const { url } = await run<{ url: string }>('setup-link')
  const { data, cookie } = await caller(origin)('/setup', {
    token: new URL(url).hash.slice(1),
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    password: 'three calm otters',
  })
  const owner = ['--owner', `${(data as { user_id: number }).user_id}`]
  const { id } = await run<{ id: number }>('workspaces', 'create', '--name', 'Analytical Engines', ...owner)
  for (const [first, last, role] of people) {
    const names = [
      '--first-name',
      first,
      '--last-name',
      last,
      '--email',
      `${first.toLowerCase()}@example.com`,
    ]
    const user = await run<{ id: number }>('users', 'create', ...names)
    await run('members', 'add', '--workspace', `${id}`, '--user', `${user.id}`, '--role', role)
  }
  const call = caller(origin, cookie)
  const below = `/workspaces/${id}`
  for (const [name, service, scopes] of keys) await call(`${below}/keys`, { name, service, scopes })
  const file = new FormData()
  file.append('file', new Blob(['Notes on the engine']), 'notes.txt')
  await call(`${below}/files/files`, file)
  await call(`${below}/sms/messages`, { to: '+12025550123', body: 'Your engine is ready.' })
  for (const [name, address, events] of webhooks)
    await call(`${below}/files/webhooks`, { name, url: address, events })
  return { cookie, workspace: id }
}

async function take(page: Page, name: string): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page
    .locator('main [aria-busy=true], main [aria-label=Loading]')
    .first()
    .waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready')
  // Menus are fetched after the first picture.
  await page.waitForLoadState('load')
  await page.waitForTimeout(1000)
  const picture = await page.screenshot()
  const small = await sharp(picture).png({ palette: true, colours: 64, effort: 10 }).toBuffer()
  if (small.byteLength > bytesMax) throw new Error(`${name}.png has ${small.byteLength} bytes.`)
  await writeFile(join(directory, `${name}.png`), small)
  console.log(`docs/pictures/${name}.png, ${Math.round(small.byteLength / 1000)} KB`)
}

const temporary = await mkdtemp(join(tmpdir(), 'bureau-pictures-'))
const dataDir = join(temporary, 'data')
const hosts = webhooks.map(([, url]) => new URL(url).hostname).join(',')
/** Addresses as production has them; ports of this run would say nothing. */
const env = {
  BUREAU_WEBHOOK_ALLOW_HOSTS: hosts,
  BUREAU_GATEWAY_URL: 'https://api.example.com',
  BUREAU_SMS_URL: 'https://sms.example.com',
}
const server = await startServer({ dataDir, isFirst: true, env })
let browser: Browser | undefined
try {
  const origin = server.urls.files_origin_url
  const { cookie, workspace } = await makeOffice(dataDir, origin)
  await mkdir(directory, { recursive: true })
  browser = await launch()
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2, colorScheme: 'light' })
  const [name = '', value = ''] = cookie.split('=', 2)
  await context.addCookies([{ name, value, url: origin }])
  const page = await context.newPage()
  const pages = { home: '', keys: '/keys', webhooks: '/webhooks', members: '/members' }
  for (const [picture, path] of Object.entries(pages)) {
    await page.goto(`${origin}/w/${workspace}${path}`)
    await take(page, picture)
  }
} finally {
  await browser?.close()
  await server.stop()
  await rm(temporary, { recursive: true, force: true })
}
