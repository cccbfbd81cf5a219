import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedKeys } from '../../../test/files-app.ts'
import { dataOf, filesClient, form, refusalOf, type FormPart } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { BlobStoreFull, BlobTooLarge } from '../../platform/blobs/store.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { inlineBytesMax } from '../blob/inline-store.ts'
import { setQuota } from '../public.ts'
import { uploadFile } from './upload-file.ts'

let app: TestApp
let tenant: Tenant
let files: ReturnType<typeof filesClient>

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  files = filesClient(app, (await tenant.key('files')).key)
})
afterAll(() => app.close())

/** A tenant whose workspace has a limit of so many bytes. */
async function withQuota(limitBytes: number) {
  const { key, workspaceId } = await app.tenant()
  await setQuota(app.context, { workspaceId, limitBytes })
  return { workspaceId, files: filesClient(app, (await key('files')).key) }
}

const storedCount = async (): Promise<number> => (await storedKeys(app)).length

const blobRows = async (workspaceId: number) =>
  (
    await app.context.database.one<{ count: number }>(sql`
    select count(*) from files.blob where workspace_id = ${workspaceId}`)
  ).count

describe('uploadFile', () => {
  test('answers 201 with the file object', async () => {
    const answer = await files.upload('hello world', 'Note.TXT')
    const { id } = dataOf(answer)
    expect(id).toMatch(/^[0-9A-Za-z]{8}$/)
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          id,
          type: 'file',
          name: 'Note.TXT',
          parent_id: null,
          size: 11,
          mime_type: 'text/plain',
          extension: 'txt',
          has_thumbnail: false,
          share_status: 'private',
          share_url: `http://files.test/sl/${id}`,
          share_active: false,
          shared_with: null,
          share_password_protected: false,
          share_expires_at: null,
          created_at: '2026-03-04 05:06:07',
          updated_at: '2026-03-04 05:06:07',
        },
      },
    ])
    expect((await files.get(`/files/${id}`)).body).toEqual(answer.body)
    expect((await files.get(`/files/${id}/content`)).text).toBe('hello world')
  })

  test('takes the fields in any order, and prefers the name of the field to that of the file', async () => {
    const folder = await files.folder('fields')
    const file: FormPart = { name: 'file', fileName: 'sent.exe', bytes: 'x' }
    const fields: FormPart[] = [
      { name: 'name', value: 'kept ü.txt' },
      { name: 'parent_id', value: folder.id },
      { name: 'other', value: 'not ours' },
    ]
    for (const parts of [
      [...fields, file],
      [file, ...fields],
    ]) {
      expect(dataOf(await files.send(parts))).toMatchObject({ name: 'kept ü.txt', parent_id: folder.id })
    }
  })

  test('keeps a quotation mark in the name of a file, also as browsers write it', async () => {
    for (const fileName of ['%22', '\\"']) {
      const answer = await files.send([
        { name: fileName, value: 'x' },
        { name: 'constructor', value: 'x' },
        { name: 'file', fileName, bytes: 'x' },
      ])
      expect(dataOf(answer)['name']).toBe('"')
    }
  })

  test('takes an empty file', async () => {
    const file = await files.file('', 'empty.bin')
    expect(file['size']).toBe(0)
    const content = await files.get(`/files/${file.id}/content`)
    expect([content.status, content.bytes.length, content.headers['content-length']]).toEqual([200, 0, '0'])
  })

  test('keeps names of any script, and equal names side by side', async () => {
    const folder = await files.folder('names')
    for (const name of ['übung äöü.txt', '日本語.txt', '😀.txt', "'; DROP TABLE files; --", 'same', 'same']) {
      expect((await files.file('x', name, folder.id))['name']).toBe(name)
    }
    expect((await files.list(`?parent_id=${folder.id}`)).meta.total).toBe(6)
  })

  test('emits an event in the transaction that adds the file', async () => {
    const { key, workspaceId } = await app.tenant()
    const file = await filesClient(app, (await key('files')).key).file('x', 'told.txt')
    const events = await app.context.database.rows(sql`
      select name, data from platform.event where workspace_id = ${workspaceId}`)
    expect(events).toEqual([{ name: 'file.created', data: file }])
  })

  test('refuses a body that is not a form, and a form without a file, as missing_file', async () => {
    const refused = async (headers: Record<string, string>, payload: string | Buffer) =>
      refusalOf(await files.call('POST', '/files', { headers, payload }))
    for (const type of ['text/plain', 'application/json', 'multipart/form-data']) {
      expect(await refused({ 'content-type': type }, '{}')).toEqual([400, 'missing_file'])
    }
    expect(refusalOf(await files.call('POST', '/files'))).toEqual([400, 'missing_file'])
    for (const parts of [
      [],
      [{ name: 'name', value: 'x' }],
      [{ name: 'file', value: 'a plain field' }],
      [{ name: 'other', fileName: 'x', bytes: 'x' }],
      [{ name: 'file', fileName: '', bytes: '' }],
    ]) {
      expect(refusalOf(await files.send(parts))).toEqual([400, 'missing_file'])
    }
  })

  test('refuses a malformed form as upload_failed and keeps nothing of it', async () => {
    const before = await storedCount()
    const whole = form([{ name: 'file', fileName: 'x.txt', bytes: 'x'.repeat(1000) }])
    const cut = { headers: whole.headers, payload: whole.payload.subarray(0, 600) }
    expect(refusalOf(await files.call('POST', '/files', cut))).toEqual([400, 'upload_failed'])
    const twoFiles = [1, 2].map((number) => ({ name: 'file', fileName: `${number}.txt`, bytes: 'x' }))
    expect(refusalOf(await files.send(twoFiles))).toEqual([400, 'upload_failed'])
    const longField = [
      { name: 'file', fileName: 'x.txt', bytes: 'x' },
      { name: 'name', value: 'x'.repeat(10_000) },
    ]
    expect(refusalOf(await files.send(longField))).toEqual([400, 'upload_failed'])
    await expect.poll(storedCount).toBe(before)
  })

  test('refuses as invalid_name, file_type_blocked, folder_not_found or not_a_folder at any place in the form', async () => {
    const paper = await files.file('x', 'paper.txt')
    const before = [await storedCount(), (await files.list()).meta.total]
    const cases: [Record<string, string>, string, [number, string]][] = [
      [{ name: 'a/b' }, 'x.txt', [400, 'invalid_name']],
      [{ name: '' }, 'x.txt', [400, 'invalid_name']],
      [{}, '../up', [400, 'invalid_name']],
      [{}, 'a\\\\b', [400, 'invalid_name']],
      [{ name: 'run.EXE' }, 'x.txt', [400, 'file_type_blocked']],
      [{}, 'shell.php.txt', [400, 'file_type_blocked']],
      [{ parent_id: 'zzzzzzzz' }, 'x.txt', [404, 'folder_not_found']],
      [{ parent_id: 'nope' }, 'x.txt', [404, 'folder_not_found']],
      [{ parent_id: '' }, 'x.txt', [404, 'folder_not_found']],
      [{ parent_id: paper.id }, 'x.txt', [400, 'not_a_folder']],
    ]
    for (const [fields, fileName, refusal] of cases) {
      const file = { name: 'file', fileName, bytes: 'x' }
      const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
      expect([fields, fileName, refusalOf(await files.send([...parts, file]))]).toEqual([
        fields,
        fileName,
        refusal,
      ])
      expect([fields, fileName, refusalOf(await files.send([file, ...parts]))]).toEqual([
        fields,
        fileName,
        refusal,
      ])
    }
    expect([await storedCount(), (await files.list()).meta.total]).toEqual(before)
  })

  test('refuses as out_of_scope an upload outside the folder of the key, and keeps nothing', async () => {
    const [scope, outside] = [await files.folder('scope'), await files.folder('outside')]
    const scoped = filesClient(app, (await tenant.key('files', { folderId: scope.id })).key)
    const before = await storedCount()
    const file = { name: 'file', fileName: 'x.txt', bytes: 'x' }
    for (const value of [outside.id, 'zzzzzzzz']) {
      const parent = { name: 'parent_id', value }
      expect(refusalOf(await scoped.send([parent, file]))).toEqual([403, 'out_of_scope'])
      expect(refusalOf(await scoped.send([file, parent]))).toEqual([403, 'out_of_scope'])
    }
    expect(await storedCount()).toBe(before)
    expect((await scoped.file('x', 'x.txt'))['parent_id']).toBe(scope.id)
  })

  test('leaves nothing of an upload whose client disconnects', async () => {
    const { key, workspaceId } = await app.tenant()
    const secret = (await key('files')).key
    const before = await storedCount()
    const origin = app.origin('files')
    await origin.listen({ port: 0, host: '127.0.0.1' })
    const { port } = origin.server.address() as AddressInfo
    const { payload, headers } = form([{ name: 'file', fileName: 'x.bin', bytes: Buffer.alloc(2_000_000) }])
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `POST /api/v1/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n` +
        `Content-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`,
    )
    socket.write(payload.subarray(0, 1_500_000))
    await expect.poll(() => blobRows(workspaceId)).toBe(1)
    socket.destroy()
    const left = async () => [await blobRows(workspaceId), await storedCount()]
    await expect.poll(left).toEqual([0, before])
    expect((await filesClient(app, secret).list()).meta.total).toBe(0)
  })
})

describe('the quota', () => {
  test('takes a file that fits to the last byte and is quota_exceeded one byte later', async () => {
    const { files: tight, workspaceId } = await withQuota(1000)
    const before = await storedCount()
    expect(refusalOf(await tight.upload(Buffer.alloc(1001), 'x.bin'))).toEqual([413, 'quota_exceeded'])
    expect([await storedCount(), await blobRows(workspaceId)]).toEqual([before, 0])
    await tight.file(Buffer.alloc(1000), 'x.bin')
    expect(refusalOf(await tight.upload('x', 'y.bin'))).toEqual([413, 'quota_exceeded'])
    await tight.file('', 'empty takes no room.bin')
    expect(dataOf(await tight.get('/storage'))).toMatchObject({ used: 1000, remaining: 0, file_count: 2 })
  })

  test('refuses by Content-Length files that cannot fit or exceed 5 GB, before reading any of them', async () => {
    const { files: tight } = await withQuota(1000)
    const { headers } = form([])
    const refused = async (length: number) => {
      const more = { headers: { ...headers, 'content-length': String(length) }, payload: 'no form at all' }
      return refusalOf(await tight.call('POST', '/files', more))
    }
    expect(await refused(2_000_000)).toEqual([413, 'quota_exceeded'])
    expect(await refused(6 * 1024 ** 3)).toEqual([413, 'too_large'])
  })

  test('is never exceeded by concurrent uploads', async () => {
    const { files: tight, workspaceId } = await withQuota(5500)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => tight.upload(Buffer.alloc(1000), `${index}.bin`)),
    )
    const refused = answers.filter(({ status }) => status !== 201).map(refusalOf)
    expect(refused).toEqual(Array.from({ length: 7 }, () => [413, 'quota_exceeded']))
    expect(dataOf(await tight.get('/storage'))).toMatchObject({ used: 5000, file_count: 5 })
    expect(await blobRows(workspaceId)).toBe(5)
  })
})

/** The endpoint on a blob store with this write failure, called with a complete form. */
async function uploadTo(error: Error): Promise<unknown> {
  const { userId, workspaceId } = await app.tenant()
  await setQuota(app.context, { workspaceId, limitBytes: null })
  const blobs = { ...app.context.blobs, write: () => Promise.reject(error) }
  const principal = { userId, workspaceId, folderId: null }
  const call = { address: '192.0.2.1', headers: {}, signal: new AbortController().signal }
  const file = { fileName: 'x.txt', bytes: Readable.from([Buffer.alloc(inlineBytesMax + 1)]) }
  const body = {
    receive: async (store: (file: unknown, early: object) => Promise<unknown>) => ({
      stored: await store(file, {}),
      fields: {},
    }),
  }
  const context = { ...app.context, blobs, principal, call } as unknown as MemberContext
  const refusal = await uploadFile.definition
    .handle({ params: {}, query: {}, body }, context)
    .catch((thrown: unknown) => thrown)
  expect(await blobRows(workspaceId)).toBe(0)
  return refusal
}

describe('a store that fails', () => {
  test('because it is full is upload_failed and says what to do', async () => {
    expect(await uploadTo(new BlobStoreFull('full'))).toMatchObject({
      status: 400,
      code: 'upload_failed',
      message: 'The server has no room for this file. Ask its operator to add storage.',
    })
  })

  test('because the file is longer than any upload refuses it as too_large', async () => {
    expect(await uploadTo(new BlobTooLarge('large'))).toMatchObject({ status: 413, code: 'too_large' })
  })

  test('for any other reason is a failure of ours', async () => {
    const failure = new Error('disk on fire')
    expect(await uploadTo(failure)).toBe(failure)
  })
})
