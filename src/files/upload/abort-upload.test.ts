import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { storedKeys } from '../../../test/files-app.ts'
import { until } from '../../../test/until.ts'
import { leftOf, mebibyte, uploadsClient, uploadsApp, type UploadsApp } from './uploads.testing.ts'

let app: TestApp
let tenant: UploadsApp['tenant']
let uploads: UploadsApp['uploads']

beforeAll(async () => {
  ;({ app, tenant, uploads } = await uploadsApp())
})
afterAll(() => app.close())

const nothing = { uploads: 0, chunks: 0, blobs: 0, reserved: 0, used: 0 }

describe('abortUpload', () => {
  test('answers 204, and leaves neither chunks nor rows nor a reservation', async () => {
    const { upload_key } = await uploads.opened('x.bin', 5 * mebibyte + 5)
    await uploads.chunk(upload_key, 1, '01234')
    expect(await leftOf(app, tenant.workspaceId)).toMatchObject({
      uploads: 1,
      chunks: 1,
      reserved: 5 * mebibyte + 5,
    })
    expect((await uploads.abort(upload_key)).status).toBe(204)
    expect(await leftOf(app, tenant.workspaceId)).toEqual(nothing)
    expect(await storedKeys(app)).toEqual([])
  })

  test('makes every later call upload_gone, and opening the same again a new upload', async () => {
    const first = await uploads.opened('y.bin', 5)
    await uploads.abort(first.upload_key)
    for (const answer of [
      await uploads.abort(first.upload_key),
      await uploads.progress(first.upload_key),
      await uploads.complete(first.upload_key),
      await uploads.chunk(first.upload_key, 0, '01234'),
    ]) {
      expect(refusalOf(answer)).toEqual([410, 'upload_gone'])
    }
    const second = await uploads.opened('y.bin', 5)
    expect(second.upload_key).not.toBe(first.upload_key)
    await uploads.abort(second.upload_key)
  })

  test('stops chunks that are arriving', async () => {
    const { upload_key } = await uploads.opened('z.bin', 5 * mebibyte)
    const arriving = await uploads.slowly(upload_key, 0, 5 * mebibyte)
    arriving.write(Buffer.alloc(mebibyte))
    await until(async () => (await leftOf(app, tenant.workspaceId)).chunks === 1)
    expect((await uploads.abort(upload_key)).status).toBe(204)
    expect(await arriving.answer()).toMatch(/^HTTP\/1.1 410 .*upload_gone/s)
    expect([await leftOf(app, tenant.workspaceId), await storedKeys(app)]).toEqual([nothing, []])
  })

  test('is for the user, workspace and folder of the upload only', async () => {
    const { upload_key } = await uploads.opened('mine.bin', 5)
    const member = await app.member(tenant.workspaceId, 'admin')
    const folder = await uploads.files.folder('scope')
    for (const { key } of [
      await tenant.key('files', { userId: member.id }),
      await tenant.key('files', { folderId: folder.id }),
      await (await app.tenant()).key('files'),
    ]) {
      expect(refusalOf(await uploadsClient(app, key).abort(upload_key))).toEqual([410, 'upload_gone'])
    }
    expect((await uploads.progress(upload_key)).status).toBe(200)
    expect((await uploadsClient(app, (await tenant.key('files')).key).abort(upload_key)).status).toBe(204)
  })
})
