import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/platform/database/sql.ts'
import { filesClient } from '../files-client.ts'
import { testApp, type TestApp } from '../harness.ts'
import { jsonCaller } from '../files-app.ts'
import { executable, expectNoFaults, launch, policyRefusals } from './browser.ts'

const password = 'correct horse'

const pageNames = [
  'folder',
  'folder-below',
  'empty-folder',
  'picture',
  'text',
  'file',
  'password',
  'wrong-password',
  'too-many-tries',
  'address',
  'code',
  'wrong-code',
  'unavailable',
] as const

describe.skipIf(executable === undefined)('share pages in a browser', () => {
  let app: TestApp
  let browser: Browser
  const closers: (() => Promise<unknown>)[] = []
  let port = 0
  const links: Record<string, string> = {}

  beforeAll(async () => {
    app = await testApp()
    closers.unshift(app.close)
    await app.origin('files').listen({ port: 0, host: '127.0.0.1' })
    port = (app.origin('files').server.address() as AddressInfo).port
    await fill(app, links)
    browser = await launch()
    closers.unshift(() => browser.close())
  })
  afterAll(async () => {
    for (const close of closers) await close()
  })

  async function open(options: BrowserContextOptions, host = '127.0.0.1'): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage()
    await page.goto(`http://${host}:${port}/sl/zzzzzzzz`)
    return page
  }

  async function show(page: Page, name: (typeof pageNames)[number]): Promise<void> {
    const at = (path: string | undefined) => page.goto(new URL(path ?? '', page.url()).href)
    await at(links[name])
    if (name === 'wrong-password') {
      await page.fill('#password', 'battery staple')
      await page.press('#password', 'Enter')
      await page.waitForSelector('[role=alert]')
    }
    if (name === 'too-many-tries') {
      for (let tries = 0; tries < 7; tries++) {
        await page.fill('#password', 'battery staple')
        await Promise.all([page.waitForEvent('load'), page.press('#password', 'Enter')])
      }
      await page.getByText(/^Too many tries\. Wait \d+ seconds?, then try again\.$/).waitFor()
    }
    if (name === 'code' || name === 'wrong-code') {
      await page.fill('#email', 'eve@example.com')
      await page.press('#email', 'Enter')
      await page.waitForSelector('#code')
    }
    if (name === 'wrong-code') {
      await page.fill('#code', '123456')
      await page.press('#code', 'Enter')
      await page.waitForSelector('[role=alert]')
    }
  }

  test.each(pageNames)('the page "%s" has no fault that axe finds, and fits', async (name) => {
    app.clock.advance(3_600_000)
    const page = await open({})
    const refusals = policyRefusals(page)
    await show(page, name)
    await expectNoFaults(page, name, 390)
    expect(refusals).toEqual([])
    await page.context().close()
  })

  test.each(['127.0.0.1', 'office.test'])(
    'a password opens a link without JavaScript, by keyboard alone, at %s',
    async (host) => {
      app.clock.advance(3_600_000)
      const page = await open({ javaScriptEnabled: false }, host)
      await page.goto(new URL(links['password'] ?? '', page.url()).href)
      for (const key of ['Tab', 'Tab']) await page.keyboard.press(key)
      await page.keyboard.type(password)
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Download' }).waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('behind a password.bin')
      await page.context().close()
    },
  )

  test('a code that comes by mail opens a limited link', async () => {
    app.clock.advance(3_600_000)
    const page = await open({}, 'office.test')
    await page.goto(new URL(links['address'] ?? '', page.url()).href)
    await page.getByLabel('E-mail address').fill('Ann@example.com')
    await page.getByRole('button', { name: 'Send the code' }).click()
    await page.getByLabel('Code').waitFor()
    const { text } = await app.context.database.one<{ text: string }>(sql`
      select text from platform.mail where recipient = 'ann@example.com' order by id desc limit 1`)
    await page.getByLabel('Code').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { name: 'for ann.txt' }).waitFor()
    await page.context().close()
  })

  test('a form on another site is refused', async () => {
    app.clock.advance(3_600_000)
    const page = await (await browser.newContext()).newPage()
    await page.setContent(
      `<form method="post" action="http://127.0.0.1:${port}${links['password']}">
      <input name="password" value="${password}"><button>Go</button></form>`,
    )
    await page.getByRole('button').click()
    await page.getByRole('heading', { name: 'This form came from another site' }).waitFor()
    await page.context().close()
  })

  test('the typeface comes from the origin itself, and figures in tables have one width', async () => {
    const page = await open({})
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    await show(page, 'folder')
    await page.evaluate('document.fonts.ready')
    const loaded = await page.evaluate(
      `[...document.fonts].filter(({ family, status }) => family === 'Inter' && status === 'loaded').length`,
    )
    // The names are Latin: the files for other scripts are not loaded.
    expect(loaded).toBe(1)
    expect(await page.evaluate(`document.fonts.check('15px Inter')`)).toBe(true)
    const own = `http://127.0.0.1:${port}`
    expect(fetched.filter((url) => !url.startsWith(`${own}/`) && !url.startsWith('data:'))).toEqual([])
    expect(fetched.filter((url) => url.startsWith(`${own}/assets/inter-latin.`))).toHaveLength(1)
    const widths = await page.evaluate<
      number[]
    >(`['td', 'p'].flatMap((place) => ['1111', '0000'].map((figures) => {
      const span = document.querySelector(place).appendChild(document.createElement('span'))
      span.textContent = figures
      return span.getBoundingClientRect().width
    }))`)
    expect(widths[0]).toBe(widths[1])
    // Elsewhere they keep the widths of the typeface.
    expect(widths[2]).toBeLessThan(widths[3] ?? 0)
    await page.context().close()
  })

  test('a picture is shown', async () => {
    const page = await open({})
    await show(page, 'picture')
    expect(await page.evaluate('document.querySelector("img").naturalWidth')).toBeGreaterThan(0)
    await page.context().close()
  })
})

/** One link for each of the pages. */
async function fill(app: TestApp, links: Record<string, string>): Promise<void> {
  const { key } = await (await app.tenant()).key('files')
  const files = filesClient(app, key)
  const api = jsonCaller(app, key)
  const share = async (name: string, { id }: { readonly id: string }, settings: object = {}) => {
    await api('POST', '/shares', { file_id: id, ...settings })
    links[name] = `/sl/${id}`
  }
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a9e9f' } })
    .png()
    .toBuffer()
  const report = 'Quarterly report\n================\n\nAll drawers are in order.\n'.repeat(30)

  const folder = await files.folder('Spring campaign')
  const below = await files.folder('Photographs', folder.id)
  await files.folder('Letters', folder.id)
  await files.file(picture, 'harbour at dawn.png', below.id)
  await files.file(Buffer.alloc(3_400_000), 'Poster, final version for the printer.pdf', folder.id)
  await files.file(report, `A rather long name ${'that goes on and on '.repeat(6)}.txt`, folder.id)
  await files.file('name,price\n', 'prices.csv', folder.id)
  await share('folder', folder, { expires_at: '2030-01-02 03:04:05' })
  links['folder-below'] = `${links['folder']}/e/${below.id}`
  await share('empty-folder', await files.folder('Nothing yet'))
  await share('picture', await files.file(picture, 'harbour at dawn.png'), { expires_at: '2030-01-02 03:04' })
  await share('text', await files.file(report.repeat(60), 'report.md'))
  await share('file', await files.file(Buffer.alloc(123_456_7), 'Annual accounts.xlsx'))
  await share('password', await files.file('x', 'behind a password.bin'), { password })
  links['wrong-password'] = links['password'] ?? ''
  await share('address', await files.file('x', 'for ann.txt'), {
    status: 'limited',
    emails: 'ann@example.com',
  })
  links['too-many-tries'] = links['password'] ?? ''
  links['code'] = links['address'] ?? ''
  links['wrong-code'] = links['address'] ?? ''
  links['unavailable'] = '/sl/zzzzzzzz'
}
