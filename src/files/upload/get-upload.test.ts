import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { mebibyte, uploadsClient, uploadsApp, type UploadsApp } from './uploads.testing.ts'

let app: TestApp
let tenant: UploadsApp['tenant']
let uploads: UploadsApp['uploads']

beforeAll(async () => {
  ;({ app, tenant, uploads } = await uploadsApp())
})
afterAll(() => app.close())

describe('getUpload', () => {
  test('lists the missing chunks and counts the others', async () => {
    const folder = await uploads.files.folder('here')
    const { upload_key } = await uploads.opened('x.bin', 10 * mebibyte + 5, folder.id)
    await uploads.chunk(upload_key, 2, '01234')
    const answer = await uploads.progress(upload_key)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          upload_key,
          status: 'open',
          name: 'x.bin',
          size: 10 * mebibyte + 5,
          parent_id: folder.id,
          chunk_size: 5 * mebibyte,
          total_chunks: 3,
          received_chunks: 1,
          missing_chunks: [0, 1],
          created_at: '2026-03-04 05:06:07',
        },
      },
    ])
  })

  test('answers every key of the user with the same view, and all others with upload_gone', async () => {
    const { upload_key } = await uploads.opened('mine.bin', 5)
    const second = uploadsClient(app, (await tenant.key('files')).key, 'gateway')
    expect((await second.progress(upload_key)).status).toBe(200)
    const member = await app.member(tenant.workspaceId, 'admin')
    const folder = await uploads.files.folder('scope')
    const others = [
      await tenant.key('files', { userId: member.id }),
      await tenant.key('files', { workspaceId: tenant.personalId }),
      await tenant.key('files', { folderId: folder.id }),
      await (await app.tenant()).key('files'),
    ]
    const absent = await uploads.progress('a'.repeat(32))
    expect(refusalOf(absent)).toEqual([410, 'upload_gone'])
    for (const { key } of others)
      expect((await uploadsClient(app, key).progress(upload_key)).body).toEqual(absent.body)
    for (const odd of ['nosuchkey', '%00', 'x'.repeat(500)]) {
      expect((await uploads.progress(odd)).body).toEqual(absent.body)
    }
    const scoped = uploadsClient(app, others[2]?.key ?? '')
    const inside = await scoped.opened('inside.bin', 5)
    expect((await uploads.progress(inside.upload_key)).body).toEqual(absent.body)
    expect((await scoped.progress(inside.upload_key)).status).toBe(200)
  })
})
