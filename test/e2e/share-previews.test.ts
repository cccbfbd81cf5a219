import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/platform/database/sql.ts'
import { makeThumbnail } from '../../src/files/thumbnail/make-thumbnail.ts'
import { inForce } from '../../src/identity/in-force.ts'
import { updateUser } from '../../src/identity/user/update-user.ts'
import { filesClient, type Shown } from '../files-client.ts'
import { jsonCaller } from '../files-app.ts'
import { testApp, type TestApp } from '../harness.ts'
import { executable, expectNoFaults, launch, policyRefusals } from './browser.ts'

const message = 'Hello Ann,\n\nhere are the pictures of the harbour. Choose two for the cover.\n\nתודה רבה!'
const pictures = 14
/** The others are copies of these. */
const drawn = 3

const pageNames = ['gallery', 'list', 'video', 'sound', 'pdf', 'text', 'photo', 'large', 'changed'] as const

describe.skipIf(executable === undefined)('the previews of share pages in a browser', () => {
  let app: TestApp
  let browser: Browser
  const closers: (() => Promise<unknown>)[] = []
  let origin = ''
  let paths: Readonly<Record<string, string>> = {}

  beforeAll(async () => {
    app = await testApp()
    closers.unshift(app.close)
    await app.origin('files').listen({ port: 0, host: '127.0.0.1' })
    origin = `http://127.0.0.1:${(app.origin('files').server.address() as AddressInfo).port}`
    browser = await launch()
    closers.unshift(() => browser.close())
    paths = await fill(app, await film(browser))
  })
  afterAll(async () => {
    for (const close of closers) await close()
  })

  async function open(name: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage()
    await page.goto(`${origin}${paths[name] ?? name}`)
    return page
  }

  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()')

  async function show(name: (typeof pageNames)[number]): Promise<Page> {
    if (name !== 'changed') return open(name)
    const page = await open('locked')
    await page.getByLabel('Password').fill('correct horse')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Download' }).waitFor()
    await app.context.database.run(sql`
      update files.file set share_version = share_version + 1 where id = ${paths['locked']?.slice(4)}`)
    await page.reload()
    await page.getByText('The settings of this link have changed').waitFor()
    return page
  }

  test.each(pageNames)('the page "%s" has no fault that axe finds, and fits', async (name) => {
    const page = await show(name)
    const refusals = policyRefusals(page)
    await page.reload()
    await expectNoFaults(page, `share-${name}`, 390)
    expect(refusals).toEqual([])
    await page.context().close()
  })

  test('the gallery shows pictures and moves by arrows, into a file and back', async () => {
    const page = await open('gallery')
    const shown = () => page.evaluate('[...document.images].some((image) => image.naturalWidth > 0)')
    await expect.poll(shown).toBe(true)
    const [key, at] = [(name: string) => page.keyboard.press(name), () => focused(page)]
    await key('ArrowRight')
    expect(await at()).toMatch(/Boats leaving/)
    await key('End')
    expect(await at()).toMatch(/schedule\.txt/)
    await key('Home')
    // Seven in a row.
    await key('ArrowDown')
    expect(await at()).toMatch(/^harbour 5\.png/)
    await key('ArrowUp')
    expect(await at()).toMatch(/Boats leaving/)
    for (let times = 0; times < 4; times++) await key('ArrowRight')
    expect(await at()).toMatch(/^harbour 2\.png/)
    await key('Enter')
    await page.waitForURL(/\/e\//)
    expect(await heading(page)).toBe('harbour 2.png')
    await key('ArrowRight')
    await page.getByRole('heading', { name: 'harbour 3.png' }).waitFor()
    await key('ArrowLeft')
    await page.getByRole('heading', { name: 'harbour 2.png' }).waitFor()
    await key('Escape')
    await page.getByRole('heading', { name: 'Harbour' }).waitFor()
    await expect.poll(at).toMatch(/^harbour 2\.png/)
    await page.context().close()
  })

  test('without JavaScript, list, gallery and the files beside a file are links', async () => {
    const page = await open('gallery', { javaScriptEnabled: false })
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'List' }).click()
    await page.getByRole('columnheader', { name: 'Changed' }).waitFor()
    await page.getByRole('link', { name: 'harbour 9.png', exact: true }).click()
    await page.getByRole('link', { name: 'Next' }).click()
    expect(await heading(page)).toBe('harbour 10.png')
    await page.getByRole('link', { name: 'Harbour' }).click()
    await page.getByRole('columnheader', { name: 'Changed' }).waitFor()
    await page.context().close()
  })

  test('a video and sound play, from the beginning and from the middle', async () => {
    for (const [name, tag] of [
      ['video', 'video'],
      ['sound', 'audio'],
    ] as const) {
      const page = await open(name)
      const played = await page.evaluate<number>(`(async () => {
        const player = document.querySelector('${tag}')
        player.muted = true
        player.currentTime = 0.2
        await player.play()
        await new Promise((done) => setTimeout(done, 200))
        return player.currentTime
      })()`)
      expect([name, played > 0.2]).toEqual([name, true])
      await page.context().close()
    }
  })

  test('says who shared it, and their message in its lines', async () => {
    const page = await open('gallery')
    await page.getByText('Shared by Ada Lovelace').waitFor()
    expect(await page.getByRole('blockquote').innerText()).toBe(message)
    await page.context().close()
  })

  test('prints without what only works on a screen', async () => {
    const page = await open('gallery')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('link', { name: 'Download all as zip' }).isVisible()).toBe(false)
    expect(await page.getByText('harbour 1.png').isVisible()).toBe(true)
    await page.context().close()
  })

  test('fits a window of 640 pixels, as at 200 % zoom, and asks no other host for anything', async () => {
    const page = await (await browser.newContext({ viewport: { width: 640, height: 400 } })).newPage()
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    for (const name of ['gallery', 'list', 'pdf', 'video'] as const) {
      await page.goto(`${origin}${paths[name]}`)
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    }
    hosts.delete('null')
    expect([...hosts]).toEqual([origin])
    await page.context().close()
  })
})

/** A second of film, recorded by the browser itself. */
async function film(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage()
  const base64 = await page.evaluate<string>(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
    const brush = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
    const pieces = []
    recorder.ondataavailable = ({ data }) => pieces.push(data)
    const stopped = new Promise((done) => (recorder.onstop = done))
    recorder.start()
    for (let at = 0; at < 30; at++) {
      brush.fillStyle = 'hsl(' + at * 12 + ' 40% 45%)'
      brush.fillRect(0, 0, 320, 180)
      await new Promise((done) => setTimeout(done, 40))
    }
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })()`)
  await page.close()
  return Buffer.from(base64, 'base64')
}

/** A second of a tone. */
function tone(): Buffer {
  const [rate, seconds] = [8000, 1]
  const samples = Buffer.alloc(rate * seconds * 2)
  for (let at = 0; at < rate * seconds; at++)
    samples.writeInt16LE(Math.round(8000 * Math.sin((at * 2 * Math.PI * 440) / rate)), at * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

const photo = (at: number, size = 600): Promise<Buffer> => {
  const sky = `hsl(${(at * 40) % 360},45%,65%)`
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${Math.round(size / 1.5)}" viewBox="0 0 60 40">
    <path d="M0 0h60v40H0z" fill="${sky}"/><circle cx="${10 + at * 3}" cy="12" r="5" fill="#fff" opacity=".8"/>
    <path d="M0 28l15-9 12 8 14-12 19 14v11H0z" fill="#274b5c"/></svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}

async function fill(app: TestApp, video: Buffer): Promise<Readonly<Record<string, string>>> {
  const tenant = await app.tenant()
  await inForce(app.context, (tx) =>
    updateUser(tx, tenant.userId, { firstName: 'Ada', lastName: 'Lovelace' }),
  )
  const { key } = await tenant.key('files')
  const files = filesClient(app, key)
  const api = jsonCaller(app, key)
  const { database } = app.context

  async function share({ id }: Shown, settings: object = {}): Promise<string> {
    await api('POST', '/shares', { file_id: id, ...settings })
    return `/sl/${id}`
  }

  const folder = await files.folder('Harbour')
  for (let at = 1; at <= drawn; at++) {
    const { id } = await files.file(await photo(at), `harbour ${at}.png`, folder.id)
    const row = await database.one<{ workspace_id: number; blob_key: string }>(sql`
      select workspace_id, blob_key from files.file where id = ${id}`)
    await makeThumbnail.run(row, app.context)
    for (let name = at + drawn; name <= pictures; name += drawn)
      await files.post(`/files/${id}/copy`, { name: `harbour ${name}.png` })
  }
  const text = await files.file('Friday, 9:00 boats\nFriday, 14:00 market\n', 'schedule.txt', folder.id)
  const contract = await files.file(pdf, 'Contract with the printer, final.pdf', folder.id)
  const recording = await files.file(video, 'Boats leaving.webm', folder.id)
  const sound = await files.file(tone(), 'Fog horn.wav', folder.id)
  const link = await share(folder, { expires_at: '2030-01-02 18:00:00' })
  await database.run(sql`update files.file set share_message = ${message} where id = ${folder.id}`)

  const large = await files.folder('Raw material')
  const { id } = await files.file('x', 'everything.mov', large.id)
  await database.run(sql`update files.file set size = ${3_435_973_837} where id = ${id}`)

  return {
    gallery: link,
    list: `${link}?view=list`,
    text: `${link}/e/${text.id}`,
    pdf: `${link}/e/${contract.id}`,
    video: `${link}/e/${recording.id}`,
    sound: `${link}/e/${sound.id}`,
    photo: await share(await files.file(await photo(3, 1200), 'one photo.png')),
    large: await share(large),
    locked: await share(await files.file('x', 'locked.bin'), { password: 'correct horse' }),
  }
}
