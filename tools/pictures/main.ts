// Takes the pictures of the README (docs/pictures) from a server of its own with demo data: `npm run pictures`.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { launch } from '../../test/e2e/browser.ts'
import { startServer } from '../../test/server.ts'
import { enter } from './enter.ts'

const directory = join(import.meta.dirname, '../../docs/pictures')
const viewport = { width: 1280, height: 800 }
const bytesMax = 300_000

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

const uploads = [
  ['Camera inspection Mill Road.mov', 60_000_000],
  ['Drawings of the Whitman job.zip', 24_000_000],
  ['Boiler manual.pdf', 3_100_000],
] as const

/** Uploads at the pace of a home connection, so that the tray is seen at work. */
async function startUploads(page: Page, directory: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 2_500_000,
  })
  const paths = await Promise.all(
    uploads.map(async ([name, size]) => {
      const path = join(directory, name)
      await writeFile(path, Buffer.alloc(size, name))
      return path
    }),
  )
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles(paths)
  await page.waitForTimeout(6000)
}

const temporary = await mkdtemp(join(tmpdir(), 'bureau-pictures-'))
const dataDir = join(temporary, 'data')
/** Addresses as production has them; ports of this run would say nothing. */
const env = {
  BUREAU_GATEWAY_URL: 'https://api.example.com',
  BUREAU_SMS_URL: 'https://sms.example.com',
}
const server = await startServer({ dataDir, isFirst: true, env, args: ['--demo'] })
let browser: Browser | undefined
try {
  const origin = server.urls.files_origin_url
  const { cookie, workspace, album, number } = await enter(dataDir, origin)
  await mkdir(directory, { recursive: true })
  browser = await launch()
  const open = async (...cookies: { name: string; value: string; url: string }[]) => {
    const context = await browser?.newContext({ viewport, deviceScaleFactor: 2, colorScheme: 'light' })
    if (!context) throw new Error('The browser has gone.')
    await context.addCookies(cookies)
    return context.newPage()
  }
  const page = await open(cookie)
  const pages = {
    home: '',
    conversation: '/messages/+12025550124',
    number: `/numbers/${number}`,
    keys: '/keys',
    webhooks: '/webhooks',
    files: '/files',
  }
  for (const [picture, path] of Object.entries(pages)) {
    await page.goto(`${origin}/w/${workspace}${path}`)
    await take(page, picture)
  }
  await startUploads(page, temporary)
  await take(page, 'uploads')
  await page.context().close()
  const visitor = await open()
  await visitor.goto(`${origin}/sl/${album}`)
  await take(visitor, 'share')
} finally {
  await browser?.close()
  await server.stop()
  await rm(temporary, { recursive: true, force: true })
}
