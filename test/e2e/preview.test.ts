import type { Locator, Page, Response } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { filesClient } from '../files-client.ts'
import type { Tenant } from '../harness.ts'
import { useApp } from './app.ts'
import { executable, expectNoFaults } from './browser.ts'

const script = '<script>document.title = "It ran"</script><h1>Not a heading</h1>'

const picture = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

/** Silence. */
function wav(seconds: number): Buffer {
  const rate = 8000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + rate * seconds, 4)
  head.write('WAVEfmt ', 8)
  for (const [value, at] of [
    [16, 16],
    [rate, 24],
    [rate, 28],
    [rate * seconds, 40],
  ] as const)
    head.writeUInt32LE(value, at)
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [1, 32],
    [8, 34],
  ] as const)
    head.writeUInt16LE(value, at)
  head.write('data', 36)
  return Buffer.concat([head, Buffer.alloc(rate * seconds, 128)])
}

/** One second of a picture that changes its color, as the browser records it. */
const recorded = `(async () => {
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
  const ended = new Promise((resolve) => { recorder.ondataavailable = ({ data }) => resolve(data) })
  recorder.start()
  for (let hue = 0; hue < 360; hue += 18) {
    drawing.fillStyle = 'hsl(' + hue + ' 50% 50%)'
    drawing.fillRect(0, 0, canvas.width, canvas.height)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  recorder.stop()
  return Array.from(new Uint8Array(await (await ended).arrayBuffer()))
})()`

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`

describe.skipIf(executable === undefined)('previews in a browser', () => {
  const e2e = useApp()
  let tenant: Tenant
  let files: ReturnType<typeof filesClient>
  const ids: Record<string, string> = {}
  const contents = async (): Promise<readonly (readonly [string, Buffer | string])[]> => [
    ['1 harbor.png', await picture(2400, 1600, '#7a9e9f')],
    ['2 logo.png', await picture(300, 300, '#0b5d5b')],
    ['3 drawing.svg', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
    ['4 page.html', script],
    ['5 notes.md', '# Notes\n\n**All** drawers are in order.'],
    ['6 server.log', 'A line of the log.\n'.repeat(20_000)],
    ['7 scan.pdf', pdf],
    ['8 sound.wav', wav(60)],
    ['9 accounts.xlsx', Buffer.alloc(1234)],
    ['Not a picture.png', 'text'],
    ['empty.txt', ''],
    ['שלום 🗂.txt', 'שלום'],
  ]
  beforeAll(async () => {
    tenant = await e2e.app.tenant()
    files = filesClient(e2e.app, (await tenant.key('files')).key)
    for (const [name, bytes] of await contents()) ids[name] = (await files.file(bytes, name)).id
    const folder = await files.folder('Below')
    ids['deep.txt'] = (await files.file('deep down', 'deep.txt', folder.id)).id
  })

  const open = (name: string): Promise<Page> =>
    e2e.open(`/w/${tenant.workspaceId}/files?preview=${ids[name] ?? name}`, {
      userId: tenant.userId,
      reducedMotion: 'reduce',
    })

  const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

  async function check(page: Page, name: string): Promise<void> {
    await expectNoFaults(page, `preview-${name}`, 390)
    await page.setViewportSize({ width: 1280, height: 800 })
  }

  const isPreview = (response: Response): boolean => response.url().endsWith('/preview')

  test('of a picture fits, and zooms by click and by key', async () => {
    const page = await open('1 harbor.png')
    const image = dialogOf(page, '1 harbor.png').getByRole('img', { name: '1 harbor.png' })
    const widthOf = async () => (await image.boundingBox())?.width ?? 0
    await expect.poll(widthOf).toBeGreaterThan(500)
    expect(await widthOf()).toBeLessThan(1250)
    await check(page, 'picture')
    await image.click()
    await expect.poll(widthOf).toBe(2400)
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(widthOf).toBeLessThan(1250)
    await page.keyboard.press('+')
    await expect.poll(widthOf).toBe(2400)
    await check(page, 'zoomed')
    await page.keyboard.press('-')
    await expect.poll(widthOf).toBeLessThan(1250)
  })

  test('leads to the files beside it, by buttons and arrow keys', async () => {
    const page = await open('1 harbor.png')
    await dialogOf(page, '1 harbor.png').getByText('1 of 12').waitFor()
    const previous = page.getByRole('button', { name: 'Previous' })
    await expect.poll(() => previous.getAttribute('aria-disabled')).toBe('true')
    const [preloaded] = await Promise.all([page.waitForResponse(isPreview), page.reload()])
    expect([200, 304]).toContain(preloaded.status())
    await dialogOf(page, '1 harbor.png').getByText('1 of 12').waitFor()
    await page.keyboard.press('ArrowRight')
    await dialogOf(page, '2 logo.png').getByRole('img').waitFor()
    await page.keyboard.press('ArrowRight')
    await dialogOf(page, '3 drawing.svg').waitFor()
    await page.getByRole('button', { name: 'Previous' }).click()
    await dialogOf(page, '2 logo.png').getByText('2 of 12').waitFor()
    await page.keyboard.press('ArrowLeft')
    await dialogOf(page, '1 harbor.png').waitFor()
    await page.reload()
    await dialogOf(page, '1 harbor.png').waitFor()
    await page.keyboard.press('Escape')
    await dialogOf(page, '1 harbor.png').waitFor({ state: 'hidden' })
    expect(new URL(page.url()).searchParams.has('preview')).toBe(false)
  })

  test.each(['3 drawing.svg', '4 page.html'])('of %s is its source, and nothing in it runs', async (name) => {
    const page = await open(name)
    await dialogOf(page, name).getByText('<h1>Not a heading</h1>').waitFor()
    expect(await page.getByRole('heading', { name: 'Not a heading' }).count()).toBe(0)
    expect(await page.title()).not.toBe('It ran')
    const answer = await page.request.get(
      `${e2e.origin}/console/v1/workspaces/${tenant.workspaceId}/items/${ids[name]}/preview`,
    )
    expect(answer.headers()).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox') as string,
    })
  })

  test('of text is its beginning, read by range', async () => {
    const page = await open('5 notes.md')
    await dialogOf(page, '5 notes.md').getByText('**All** drawers are in order.').waitFor()
    await check(page, 'text')
    const [response] = await Promise.all([
      page.waitForResponse((each) => isPreview(each) && each.url().includes(ids['6 server.log'] ?? '')),
      page.keyboard.press('ArrowRight'),
    ])
    expect(response.status()).toBe(206)
    await dialogOf(page, '6 server.log').getByText('The first 256 KB of 371 KB.').waitFor()
    // The keys are those of the text while it has the focus.
    await dialogOf(page, '6 server.log').getByLabel('Content of 6 server.log').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('End')
    await dialogOf(page, '6 server.log').waitFor()
  })

  test('of sound is played by range', async () => {
    const page = await open('8 sound.wav')
    const player = dialogOf(page, '8 sound.wav').locator('audio')
    await expect
      .poll(() => player.evaluate((audio: { readonly duration: number }) => audio.duration))
      .toBe(60)
    const [response] = await Promise.all([page.waitForResponse(isPreview), page.reload()])
    expect(response.status()).toBe(206)
    await check(page, 'sound')
    await player.focus()
    await page.keyboard.press('ArrowRight')
    await dialogOf(page, '8 sound.wav').waitFor()
  })

  test('of a video is played by range', async () => {
    const page = await open('1 harbor.png')
    const bytes = Uint8Array.from(await page.evaluate<number[]>(recorded))
    const folder = await files.folder('Videos')
    ids['colors.webm'] = (await files.file(bytes, 'colors.webm', folder.id)).id
    const [response] = await Promise.all([
      page.waitForResponse((each) => isPreview(each) && each.url().includes(ids['colors.webm'] ?? '')),
      page.goto(`${e2e.origin}/w/${tenant.workspaceId}/files/${folder.id}?preview=${ids['colors.webm']}`),
    ])
    expect(response.status()).toBe(206)
    const video = dialogOf(page, 'colors.webm').locator('video')
    await video.evaluate((player: { readonly play: () => Promise<void> }) => player.play())
    await expect
      .poll(() => video.evaluate((player: { readonly currentTime: number }) => player.currentTime))
      .toBeGreaterThan(0)
    await check(page, 'video')
  })

  test('of a PDF is a frame where the browser shows PDF files', async () => {
    const page = await open('7 scan.pdf')
    const dialog = dialogOf(page, '7 scan.pdf')
    await dialog.getByText('Your browser does not show PDF files in pages.').waitFor()
    const address = (await dialog.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')) ?? ''
    const answer = await page.request.get(e2e.origin + address)
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': expect.stringContaining("frame-ancestors 'self'") as string,
    })
    await page.addInitScript('Object.defineProperty(navigator, "pdfViewerEnabled", { value: true })')
    await page.reload()
    await dialog.locator('iframe').waitFor()
    expect(await dialog.locator('iframe').getAttribute('src')).toBe(address)
  })

  test('of anything else is its name, size, and type, and a download', async () => {
    const page = await open('9 accounts.xlsx')
    const dialog = dialogOf(page, '9 accounts.xlsx')
    await dialog.getByText('Files of this type have no preview.').waitFor()
    await dialog.getByText('1.21 KB').waitFor()
    await check(page, 'none')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('9 accounts.xlsx')
  })

  test('says what is wrong with a file, and keeps names of any script apart', async () => {
    const page = await open('Not a picture.png')
    await dialogOf(page, 'Not a picture.png').getByText('Your browser cannot show this file.').waitFor()
    await page.goto(`${e2e.origin}/w/${tenant.workspaceId}/files?preview=${ids['empty.txt']}`)
    await dialogOf(page, 'empty.txt').getByText('This file is empty.').waitFor()
    await page.goto(`${e2e.origin}/w/${tenant.workspaceId}/files?preview=${ids['שלום 🗂.txt']}`)
    await dialogOf(page, 'שלום 🗂.txt').getByText('שלום', { exact: true }).waitFor()
    await check(page, 'rtl')
  })

  test('of a file that is not in the list is fetched, and of one that is gone it says so', async () => {
    e2e.allowFaults(/status of 404/)
    const page = await open('deep.txt')
    await dialogOf(page, 'deep.txt').getByText('deep down').waitFor()
    expect(await page.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')
    await page.goto(`${e2e.origin}/w/${tenant.workspaceId}/files?preview=zzzzzzzz`)
    await dialogOf(page, 'Preview').getByText('There is no such file. It may have been deleted.').waitFor()
  })
})
