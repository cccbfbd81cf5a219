import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient, type Shown } from '../../../test/files-client.ts'
import { enqueuedPayloads } from '../../../test/jobs.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { sweepBlobs } from '../blob/sweep-blobs.ts'
import { storedKeys } from '../../../test/files-app.ts'
import { uploadsClient } from '../upload/uploads.testing.ts'
import { drawThumbnail } from './draw.ts'
import { makeThumbnail } from './make-thumbnail.ts'
import { canHaveThumbnail } from './rules.ts'

let app: TestApp
let tenant: Tenant
let key: string
let files: ReturnType<typeof filesClient>

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  key = (await tenant.key('files')).key
  files = filesClient(app, key)
})
afterAll(() => app.close())

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 255, g: 0, b: 0 } } })

/** Payloads of the thumbnails that are requested and not made yet. */
const wanted = () => enqueuedPayloads(app.context.database, makeThumbnail)

const blobOf = async (id: string) => {
  const { blob_key } = await app.context.database.one<{ blob_key: string }>(sql`
    select blob_key from files.file where id = ${id}`)
  return blob_key
}

/** Runs the job of one file, as the worker does. */
async function make({ id }: Pick<Shown, 'id'>): Promise<void> {
  const blobKey = await blobOf(id)
  const payload = (await wanted()).find(({ blob_key }) => blob_key === blobKey)
  if (!payload) throw new Error('Expected a request for a thumbnail.')
  await makeThumbnail.run(payload, app.context)
}

const shown = async (id: string) => {
  const { body } = await files.get(`/files/${id}`)
  return (body as { data: { has_thumbnail: boolean } }).data.has_thumbnail
}

const thumbnailOf = async (id: string) => (await files.get(`/files/${id}/thumbnail`)).bytes

describe('the thumbnail of a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)('is made of %s', async (format) => {
    const picture = await red(1200, 600).toFormat(format).toBuffer()
    const file = await files.file(picture, `picture.${format}`)
    expect(file['has_thumbnail']).toBe(false)
    await make(file)
    expect(await shown(file.id)).toBe(true)
    const { format: made, width, height } = await sharp(await thumbnailOf(file.id)).metadata()
    expect([made, width, height]).toEqual(['webp', 512, 256])
  })

  test('is upright, without metadata and never larger than the picture', async () => {
    const turned = await red(40, 20)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'secret', Orientation: '6' } })
      .toBuffer()
    const file = await files.file(turned, 'turned.jpg')
    await make(file)
    const drawn = await thumbnailOf(file.id)
    const { width, height, exif, orientation } = await sharp(drawn).metadata()
    expect([width, height, exif, orientation]).toEqual([20, 40, undefined, undefined])
    expect(drawn.includes('secret')).toBe(false)
  })

  test('is made of a chunked upload too', async () => {
    const picture = await red(100, 100).png().toBuffer()
    const uploads = uploadsClient(app, key)
    const upload = await uploads.opened('chunked.png', picture.length)
    await uploads.send(upload, picture)
    const { body } = await uploads.complete(upload.upload_key)
    const file = (body as { data: Shown }).data
    await make(file)
    expect(await shown(file.id)).toBe(true)
  })

  test('is shared by copies of the file, and takes no storage', async () => {
    const file = await files.file(await red(90, 90).png().toBuffer(), 'original.png')
    const usage = (await files.get('/storage')).body
    await app.context.database.run(sql`
      insert into files.file (id, workspace_id, type, name, folded_name, size, blob_key, created_at, updated_at)
      select 'thumbcpy', workspace_id, type, 'copy.png', 'copy.png', size, blob_key, created_at, updated_at
      from files.file where id = ${file.id}`)
    await make(file)
    expect([await shown(file.id), await shown('thumbcpy')]).toEqual([true, true])
    expect((await thumbnailOf('thumbcpy')).equals(await thumbnailOf(file.id))).toBe(true)
    expect((await files.get('/storage')).body).toEqual(usage)
  })

  test('made twice at once is kept once', async () => {
    await sweepBlobs.run({}, app.context)
    const before = await storedKeys(app)
    const file = await files.file(await red(80, 80).png().toBuffer(), 'twice.png')
    await Promise.all([make(file), make(file)])
    await make(file)
    expect(await shown(file.id)).toBe(true)
    await sweepBlobs.run({}, app.context)
    expect(await storedKeys(app)).toHaveLength(before.length + 1)
    expect((await files.get(`/files/${file.id}/thumbnail`)).status).toBe(200)
  })

  test('lives as long as its picture: the sweep keeps it, and removes it one run later', async () => {
    const own = await app.tenant()
    const theirs = filesClient(app, (await own.key('files')).key)
    const before = await storedKeys(app)
    const file = await theirs.file(await red(70, 70).png().toBuffer(), 'mortal.png')
    await make(file)
    await sweepBlobs.run({}, app.context)
    expect(await storedKeys(app)).toHaveLength(before.length + 1)
    await app.context.database.run(sql`delete from files.file where id = ${file.id}`)
    await sweepBlobs.run({}, app.context)
    await sweepBlobs.run({}, app.context)
    expect(await storedKeys(app)).toEqual(before)
  })
})

describe('a thumbnail that cannot be made', () => {
  test('is not requested: other types, SVG, PDF, empty and huge files', () => {
    for (const type of ['image/svg+xml', 'application/pdf', 'text/plain', 'video/mp4', 'image/x-icon']) {
      expect(canHaveThumbnail(type, 1000)).toBe(false)
    }
    expect([canHaveThumbnail('image/png', 0), canHaveThumbnail('image/png', 65 * 1024 ** 2)]).toEqual([
      false,
      false,
    ])
    expect([canHaveThumbnail('image/png', 1), canHaveThumbnail('image/jpeg', 64 * 1024 ** 2)]).toEqual([
      true,
      true,
    ])
  })

  test('is not requested for another type at the upload', async () => {
    const before = await wanted()
    await files.file('text', 'notes.txt')
    await files.file('<svg xmlns="http://www.w3.org/2000/svg"/>', 'drawing.svg')
    await files.file('', 'empty.png')
    expect(await wanted()).toEqual(before)
  })

  test('because the bytes are not a picture is skipped without an event', async () => {
    const jpeg = await red(600, 600).jpeg().toBuffer()
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    for (const [name, bytes] of [
      ['text.png', 'not a picture'],
      ['svg.png', svg],
      ['pdf.jpg', '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n'],
      ['noise.webp', randomBytes(100_000)],
      ['cut.jpg', jpeg.subarray(0, jpeg.length / 2)],
      ['pixels.png', await red(7200, 7200).png().toBuffer()],
    ] as const) {
      const file = await files.file(bytes, name)
      const before = await storedKeys(app)
      await make(file)
      expect([name, await shown(file.id), await storedKeys(app)]).toEqual([name, false, before])
    }
  })

  test('because the picture is gone is skipped', async () => {
    const file = await files.file(await red(60, 60).png().toBuffer(), 'gone.png')
    const payload = { workspace_id: tenant.workspaceId, blob_key: await blobOf(file.id) }
    await app.context.database.run(sql`delete from files.file where id = ${file.id}`)
    await sweepBlobs.run({}, app.context)
    const before = await storedKeys(app)
    await makeThumbnail.run(payload, app.context)
    expect(await storedKeys(app)).toEqual(before)
  })

  test('because the store fails is retried', async () => {
    const file = await files.file(await red(50, 50).png().toBuffer(), 'unreadable.png')
    const broken = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('x')
          throw new Error('disk on fire')
        })(),
      )
    const blobs = { ...app.context.blobs, read: () => Promise.resolve(broken()) }
    const payload = { workspace_id: tenant.workspaceId, blob_key: await blobOf(file.id) }
    await expect(makeThumbnail.run(payload, { ...app.context, blobs })).rejects.toThrow('disk on fire')
    await expect(drawThumbnail(Readable.from([Buffer.from('x')]))).rejects.toThrow(
      'The drawing process ended',
    )
  })
})
