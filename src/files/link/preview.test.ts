import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { sharing, type Sharing } from '../../../test/share-client.ts'
import { sql } from '../../platform/database/sql.ts'
import { makeThumbnail } from '../thumbnail/make-thumbnail.ts'
import { visitor } from '../../../test/visitor.ts'

let app: TestApp
let shared: Sharing['shared']

beforeAll(async () => {
  ;({ app, shared } = await sharing())
})
afterAll(() => app.close())

describe('a preview', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

  test('of a picture comes under its own type, still as an attachment', async () => {
    const url = await shared(png, 'dot.png')
    expect((await visitor(app).get(url)).text).toContain(`<img src="${url}/preview" alt="Preview of dot.png"`)
    const picture = await visitor(app).get(`${url}/preview`)
    expect(picture.bytes.equals(png)).toBe(true)
    expect(picture.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'private, no-store',
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename=dot.png',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)(
    'of a picture in %s has its size, so that the page does not move when it arrives',
    async (format) => {
      const picture = sharp({ create: { width: 301, height: 200, channels: 3, background: 'blue' } })
      const url = await shared(await picture.toFormat(format).toBuffer(), `photo.${format}`)
      expect((await visitor(app).get(url)).text).toMatch(/<img [^>]*width="301" height="200"/)
    },
  )

  test('of a photo that was taken on its side has the size in which browsers show it', async () => {
    const photo = sharp({ create: { width: 301, height: 200, channels: 3, background: 'blue' } })
    const url = await shared(await photo.withMetadata({ orientation: 6 }).jpeg().toBuffer(), 'photo.jpg')
    expect((await visitor(app).get(url)).text).toMatch(/<img [^>]*width="200" height="301"/)
  })

  test('of a picture that is shown as its thumbnail has the size of that', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const picture = sharp({ create: { width: 1200, height: 800, channels: 3, background: 'blue', noise } })
    const bytes = await picture.png({ compressionLevel: 0 }).toBuffer()
    expect(bytes.length).toBeGreaterThan(2 * 1024 * 1024)
    const url = await shared(bytes, 'large.png')
    expect((await visitor(app).get(url)).text).toMatch(/<img [^>]*width="1200" height="800"/)
    const payload = await app.context.database.one<{ workspace_id: number; blob_key: string }>(sql`
      select workspace_id, blob_key from files.file where id = ${url.split('/').at(-1)}`)
    await makeThumbnail.run(payload, app.context)
    expect((await visitor(app).get(url)).text).toMatch(/<img [^>]*width="512" height="341"/)
  })

  test('of bytes that are not a picture has no size', async () => {
    const cut = [17, 18, 20, 23].map((end) => png.subarray(0, end))
    for (const bytes of ['no picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), ...cut])
      expect((await visitor(app).get(await shared(bytes, 'odd.png'))).text).toMatch(
        /<img src="[^"]*" alt="[^"]*"\s*\/>/,
      )
  })

  test.each([
    ['vector.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['empty.png', ''],
    ['empty.pdf', ''],
    ['archive.zip', 'PK'],
  ])('of %s is not a picture', async (name, bytes) => {
    const url = await shared(bytes, name)
    expect((await visitor(app).get(url)).text).not.toContain('<img')
    expect((await visitor(app).get(`${url}/preview`)).status).toBe(404)
  })

  test('of text is text, even when it holds markup', async () => {
    const text = '\n</pre><script>alert("1")</script> & é\r\n'
    const page = await visitor(app).get(await shared(text, 'page.html'))
    expect(page.text).toContain(
      '>\n\n&lt;/pre&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; é\r\n</pre>',
    )
    expect(page.text).not.toContain('<script')
  })

  test('of long text is its first 64 KB, even when a character is cut', async () => {
    const page = await visitor(app).get(await shared(`x${'é'.repeat(40_000)}y`, 'long.txt'))
    expect(page.text).toContain(`x${'é'.repeat(32_767)}</pre>`)
    expect(page.text).toContain('This preview shows the first 64 KB.')
  })

  test('of text that is not valid UTF-8 is left out', async () => {
    for (const bytes of [Buffer.from([0x41, 0xff, 0xfe]), Buffer.from('a\0b')])
      expect((await visitor(app).get(await shared(bytes, 'odd.txt'))).text).not.toContain('<pre')
  })

  test.each([
    ['film.mp4', 'video/mp4', '<video controls', "media-src 'self'"],
    ['song.mp3', 'audio/mpeg', '<audio controls', "media-src 'self'"],
  ])('of %s plays in ranges, under the type of its name', async (name, mediaType, player, source) => {
    const url = await shared('<script>alert(1)</script>', name)
    const page = await visitor(app).get(url)
    expect(page.text).toContain(player)
    expect(String(page.headers['content-security-policy'])).toContain(source)
    const part = await visitor(app).get(`${url}/preview`, { range: 'bytes=1-6' })
    expect([part.status, part.text]).toEqual([206, 'script'])
    expect(part.headers).toMatchObject({
      'content-type': mediaType,
      'content-range': 'bytes 1-6/25',
      'content-disposition': `attachment; filename=${name}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  })

  test('of a PDF opens in the viewer of the browser, in pages of this origin only', async () => {
    const url = await shared('%PDF-1.7', 'paper.PDF')
    const page = await visitor(app).get(url)
    expect(page.text).toContain(`<object data="${url}/preview" type="application/pdf"`)
    expect(page.text).toContain(`<a href="${url}/preview">Open the PDF by itself</a>`)
    expect(String(page.headers['content-security-policy'])).toContain("object-src 'self'; frame-src 'self'")
    const { headers } = await visitor(app).get(`${url}/preview`)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename=paper.PDF',
      'content-security-policy': "frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
    })
    const download = await visitor(app).get(`${url}/download`)
    expect(download.headers['content-disposition']).toBe('attachment; filename=paper.PDF')
    expect(download.headers['content-type']).toBe('application/octet-stream')
  })

  test('counts once for a visitor, however many ranges a player fetches', async () => {
    const url = await shared('0123456789', 'counted.webm')
    const visits = async () =>
      (
        await app.context.database.rows<{ address: string }>(sql`
          select address from files.share_access where file_id = ${url.slice(4)} and action = 'preview'`)
      ).map(({ address }) => address)
    const [guest, other] = [visitor(app, '192.0.2.1'), visitor(app, '192.0.2.2')]
    for (const range of ['bytes=0-1', 'bytes=0-', 'bytes=5-', 'bytes=0-9'])
      await guest.get(`${url}/preview`, { range })
    await guest.go('HEAD', `${url}/preview`)
    await other.get(`${url}/preview`, { range: 'bytes=0-' })
    expect(await visits()).toEqual(['192.0.2.1', '192.0.2.2'])
    app.clock.advance(2 * 60 * 60 * 1000)
    await guest.get(`${url}/preview`)
    expect(await visits()).toHaveLength(3)
  })
})
