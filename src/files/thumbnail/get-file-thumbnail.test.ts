import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient, refusalOf } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { makeThumbnail } from './make-thumbnail.ts'

let app: TestApp
let tenant: Tenant
let files: ReturnType<typeof filesClient>

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  files = filesClient(app, (await tenant.key('files')).key)
})
afterAll(() => app.close())

async function withThumbnail(name: string, parentId?: string): Promise<string> {
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: 'blue' } })
  const { id } = await files.file(await picture.png().toBuffer(), name, parentId)
  const payload = await app.context.database.one<{ workspace_id: number; blob_key: string }>(sql`
    select workspace_id, blob_key from files.file where id = ${id}`)
  await makeThumbnail.run(payload, app.context)
  return id
}

describe('getFileThumbnail', () => {
  test('returns WebP with a strong tag, ranges and HEAD', async () => {
    const path = `/files/${await withThumbnail('übung.png')}/thumbnail`
    const answer = await files.get(path)
    expect([answer.status, answer.headers]).toMatchObject([
      200,
      {
        'content-type': 'image/webp',
        'content-length': String(answer.bytes.length),
        etag: expect.stringMatching(/^"[\w-]{32}"$/) as string,
        'x-content-type-options': 'nosniff',
      },
    ])
    expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''%C3%BCbung.png.webp")
    expect((await sharp(answer.bytes).metadata()).format).toBe('webp')
    const same = await files.get(path, { 'if-none-match': String(answer.headers['etag']) })
    expect([same.status, same.bytes.length]).toEqual([304, 0])
    const other = await files.get(path, { range: 'bytes=0-3', 'if-match': '"old"' })
    expect(refusalOf(other)).toEqual([412, 'precondition_failed'])
    expect((await files.get(path, { range: 'bytes=0-3' })).text).toBe('RIFF')
    expect((await files.call('HEAD', path)).status).toBe(200)
  })

  test('is not_found for a file without one, a folder and an unknown id', async () => {
    const file = await files.file('x', 'plain.txt')
    const folder = await files.folder('folder')
    for (const id of [file.id, folder.id, 'zzzzzzzz', 'abc', '%00']) {
      expect(refusalOf(await files.get(`/files/${id}/thumbnail`))).toEqual([404, 'not_found'])
    }
  })

  test('is not_found for another tenant, and outside of the folder of a key', async () => {
    const folder = await files.folder('scope')
    const [inside, outside] = [await withThumbnail('in.png', folder.id), await withThumbnail('out.png')]
    const scoped = filesClient(app, (await tenant.key('files', { folderId: folder.id })).key)
    expect((await scoped.get(`/files/${inside}/thumbnail`)).status).toBe(200)
    expect(refusalOf(await scoped.get(`/files/${outside}/thumbnail`))).toEqual([404, 'not_found'])
    const stranger = filesClient(app, (await (await app.tenant()).key('files')).key)
    expect(refusalOf(await stranger.get(`/files/${inside}/thumbnail`))).toEqual([404, 'not_found'])
  })
})
