import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Shown } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { sharing, type Sharing } from '../../../test/share-client.ts'
import { visitor } from '../../../test/visitor.ts'
import { sql } from '../../platform/database/sql.ts'
import { makeThumbnail } from '../thumbnail/make-thumbnail.ts'

let app: TestApp
let tenant: Sharing['tenant']
let files: Sharing['files']
let api: Sharing['api']

beforeAll(async () => {
  ;({ app, tenant, files, api } = await sharing())
})
afterAll(() => app.close())

async function sharedFolder(name: string, settings: object = {}): Promise<Shown> {
  const folder = await files.folder(name)
  await api('POST', '/shares', { file_id: folder.id, ...settings })
  return folder
}

const textOf = async (path: string) => (await visitor(app).get(path)).text

/** Of the list or gallery, in order. */
const namesOf = (text: string): string[] =>
  [...text.matchAll(/data-entry[^>]*>.*?<bdi>([^<]*)<\/bdi>/gs)].map(([, name = '']) => name)

const photo = (width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

async function drawThumbnail({ id }: Shown): Promise<void> {
  const row = await app.context.database.one<{ workspace_id: number; blob_key: string }>(sql`
    select workspace_id, blob_key from files.file where id = ${id}`)
  await makeThumbnail.run(row, app.context)
}

/** Empty folders, inserted in an order of their own. */
const fill = ({ id }: Shown, count: number) =>
  app.context.database.transaction(async (tx) => {
    await tx.run(sql`
      insert into files.file (id, workspace_id, parent_id, type, name, folded_name, size, created_at, updated_at)
      select left(md5(${id}), 3) || lpad(n::text, 5, '0'), ${tenant.workspaceId}, ${id}, 'folder', 'f' || n, 'f' || n,
        0, ${app.clock.now()}, ${app.clock.now()}
      from generate_series(${count}::int, 1, -1) n`)
    await tx.run(
      sql`update files.usage set used_bytes = used_bytes where workspace_id = ${tenant.workspaceId}`,
    )
  })

describe('the order of a folder', () => {
  test('is natural, folders first, over all pages, for 60 requests at once', async () => {
    const folder = await sharedFolder('many')
    await fill(folder, 250)
    await files.file('x', 'img10.png', folder.id)
    await files.file('x', 'img2.png', folder.id)
    const guest = visitor(app, '192.0.2.9')
    const pages = await Promise.all(
      Array.from(
        { length: 60 },
        async (_, at) => (await guest.get(`/sl/${folder.id}?page=${(at % 3) + 1}`)).text,
      ),
    )
    expect(pages.every((text, at) => text === pages[at % 3])).toBe(true)
    const numbered = Array.from({ length: 250 }, (_, at) => `f${at + 1}`)
    expect(pages.slice(0, 3).flatMap(namesOf)).toEqual([...numbered, 'img2.png', 'img10.png'])
  })

  test('follows changes at once', async () => {
    const folder = await sharedFolder('changing')
    const file = await files.file('x', 'b2', folder.id)
    expect(namesOf(await textOf(`/sl/${folder.id}`))).toEqual(['b2'])
    await files.file('x', 'b1', folder.id)
    expect(namesOf(await textOf(`/sl/${folder.id}`))).toEqual(['b1', 'b2'])
    await files.patch(`/files/${file.id}`, { name: 'a' })
    expect(namesOf(await textOf(`/sl/${folder.id}`))).toEqual(['a', 'b1'])
    await files.del(`/files/${file.id}`)
    expect(namesOf(await textOf(`/sl/${folder.id}`))).toEqual(['b1'])
  })

  test('ends after 5,000 items, and says so; with more than 10,000 it has no zip', async () => {
    const folder = await sharedFolder('huge')
    await fill(folder, 10_001)
    const text = await textOf(`/sl/${folder.id}?page=50`)
    expect(text).toMatch(/Page\s+50\s+of\s+50/)
    expect(text).toContain('Folder, 5,000 items or more')
    expect(text).toContain('This list ends after 5,000 items.')
    expect(text).toMatch(/more than 10,000 items, too many for one\s+download/)
    expect(text).not.toContain(`href="/sl/${folder.id}/download"`)
    expect((await visitor(app).get(`/sl/${folder.id}/download`)).status).toBe(413)
  })
})

describe('the download of a folder', () => {
  test('says how much it is, and what to expect of a large one', async () => {
    const folder = await sharedFolder('large')
    const below = await files.folder('below', folder.id)
    const { id } = await files.file('xyz', 'one', below.id)
    await files.file('xyz', 'two', folder.id)
    const small = await textOf(`/sl/${folder.id}`)
    expect(small).toContain('Folder, 2 items')
    expect(small).toContain('6 B in 2 files')
    expect(small).not.toContain('made while it downloads')
    await app.context.database.run(sql`update files.file set size = ${3_435_973_837} where id = ${id}`)
    await files.file('', 'three', folder.id)
    const large = await textOf(`/sl/${folder.id}`)
    expect(large).toMatch(/The zip is made while it downloads: 3\.2 GB in 3 files\. Keep the\s+browser open/)
  })

  test('is not offered for an empty folder', async () => {
    const folder = await sharedFolder('nothing')
    const text = await textOf(`/sl/${folder.id}`)
    expect(text).toContain('Empty folder')
    expect(text).not.toMatch(/Download all|Gallery/)
  })
})

describe('the gallery', () => {
  test('is the default where most items are pictures, and the list elsewhere', async () => {
    const folder = await sharedFolder('pictures')
    const isGallery = async (query = '') =>
      (await textOf(`/sl/${folder.id}${query}`)).includes('<ul class="gallery"')
    await files.file('x', 'notes.txt', folder.id)
    await files.file(await photo(), 'a.png', folder.id)
    expect(await isGallery()).toBe(false)
    await files.file(await photo(), 'b.JPG', folder.id)
    expect(await isGallery()).toBe(true)
    expect(await isGallery('?view=list')).toBe(false)
    for (const odd of ['?view=', '?view=tiles', '?view=list&view=list'])
      expect(await isGallery(odd)).toBe(true)
  })

  test('is kept by links once it is chosen', async () => {
    const folder = await sharedFolder('kept')
    const below = await files.folder('below', folder.id)
    const file = await files.file('x', 'one.txt', below.id)
    const view = '?view=gallery'
    expect(await textOf(`/sl/${folder.id}${view}`)).toContain(`href="/sl/${folder.id}/e/${below.id}${view}"`)
    expect(await textOf(`/sl/${folder.id}/e/${below.id}${view}`)).toContain(`/e/${file.id}${view}"`)
    const page = await textOf(`/sl/${folder.id}/e/${file.id}${view}`)
    expect(page).toContain(`href="/sl/${folder.id}/e/${below.id}${view}"`)
    expect(page).toContain(`href="/sl/${folder.id}${view}"`)
  })

  test('shows a hundred thumbnails at once, which do not count as visits and which only the visitor’s browser caches', async () => {
    const folder = await sharedFolder('thumbnails')
    const picture = await files.file(await photo(900), 'a.png', folder.id)
    expect(await textOf(`/sl/${folder.id}`)).not.toContain('<img')
    await drawThumbnail(picture)
    const path = `/sl/${folder.id}/e/${picture.id}/thumbnail`
    expect(await textOf(`/sl/${folder.id}`)).toMatch(new RegExp(`<img\\s+src="${path}"[^>]*loading="lazy"`))
    const thumbnail = await visitor(app).get(path)
    expect([thumbnail.status, (await sharp(thumbnail.bytes).metadata()).format]).toEqual([200, 'webp'])
    expect(thumbnail.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=600',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const guest = visitor(app, '192.0.2.10')
    const all = await Promise.all(Array.from({ length: 100 }, () => guest.get(path)))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    const visits = await app.context.database.rows(sql`
      select distinct action from files.share_access where file_id = ${folder.id}`)
    expect(visits).toEqual([{ action: 'view' }])
  })

  test('has no thumbnail of other files, other folders, and other workspaces', async () => {
    const folder = await sharedFolder('inside')
    const text = await files.file('x', 'a.txt', folder.id)
    const outside = await files.file(await photo(), 'outside.png')
    await drawThumbnail(outside)
    const unknown = await visitor(app).get(`/sl/${folder.id}/e/zzzzzzzz/thumbnail`)
    expect(unknown.status).toBe(404)
    for (const id of [text.id, outside.id, folder.id]) {
      const answer = await visitor(app).get(`/sl/${folder.id}/e/${id}/thumbnail`)
      expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([
        404,
        unknown.text,
        'private, no-store',
      ])
    }
    expect((await visitor(app).get(`/sl/${folder.id}/thumbnail`)).status).toBe(404)
  })
})

describe('the page of a file in a folder', () => {
  test('leads to the files beside it, in the order of the folder, and back to its page', async () => {
    const folder = await sharedFolder('siblings')
    await fill(folder, 150)
    const [third, first, second] = [
      await files.file('x', 'n10', folder.id),
      await files.file('x', 'n1', folder.id),
      await files.file('x', 'n2', folder.id),
    ]
    const link = (text: string, rel: string) =>
      new RegExp(`href="[^"]*/e/(\\w+)" rel="${rel}"`).exec(text)?.[1]
    const pages = await Promise.all(
      [first, second, third].map(({ id }) => textOf(`/sl/${folder.id}/e/${id}`)),
    )
    expect(pages.map((text) => [link(text, 'prev'), link(text, 'next')])).toEqual([
      [undefined, second.id],
      [first.id, third.id],
      [second.id, undefined],
    ])
    expect(pages[1]).toMatch(/2\s+of\s+3/)
    expect(pages[1]).toContain(`href="/sl/${folder.id}?page=2"`)
  })

  test('has no such links when the file is alone or shared by itself', async () => {
    const folder = await sharedFolder('alone')
    await files.folder('beside', folder.id)
    const { id } = await files.file('x', 'only', folder.id)
    expect(await textOf(`/sl/${folder.id}/e/${id}`)).not.toContain('siblings"')
    await files.file('x', 'another', folder.id)
    await api('POST', '/shares', { file_id: id })
    const page = await textOf(`/sl/${id}`)
    expect(page).not.toMatch(/siblings"|another|<script/)
  })

  test('shows hostile names as text', async () => {
    const folder = await sharedFolder('names')
    const names = ['"><img src=x>', 'דוח 5.txt', '👩‍👩‍👧.txt', "' onfocus='x", 'a&view=list']
    for (const name of names) await files.folder(name, folder.id)
    for (const view of ['list', 'gallery']) {
      const text = await textOf(`/sl/${folder.id}?view=${view}`)
      expect(namesOf(text)).toHaveLength(names.length)
      expect(text).toContain('<bdi>&quot;&gt;&lt;img src=x&gt;</bdi>')
      expect(text).toContain('<bdi>דוח 5.txt</bdi>')
      expect(text).not.toMatch(/<img src=x| onfocus='/)
    }
  })
})
