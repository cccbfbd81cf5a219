import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { setQuota } from '../public.ts'

const gibibyte = 1024 ** 3
const sizeBytes = 3 * gibibyte

let app: TestApp
let files: ReturnType<typeof filesClient>
let key: string
beforeAll(async () => {
  app = await testApp()
  const tenant = await app.tenant()
  await setQuota(app.context, { workspaceId: tenant.workspaceId, limitBytes: null })
  ;({ key } = await tenant.key('files'))
  files = filesClient(app, key)
  await app.origin('files').listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

/** Uploads zeros through a socket, as a form of one file into a folder. */
async function upload(
  parentId: string,
): Promise<{ readonly status: number | undefined; readonly id: string }> {
  const { port } = app.origin('files').server.address() as AddressInfo
  const field = (name: string, more = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const head = Buffer.from(`${field('parent_id')}${parentId}\r\n${field('file', '; filename="zeros"')}`)
  const tail = Buffer.from('\r\n--x--\r\n')
  const piece = Buffer.alloc(4 * 1024 ** 2)
  function* body() {
    yield head
    for (let sent = 0; sent < sizeBytes; sent += piece.length) yield piece
    yield tail
  }
  const sending = request({
    port,
    method: 'POST',
    path: '/api/v1/files',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': head.length + sizeBytes + tail.length,
    },
  })
  const answered = once(sending, 'response')
  await pipeline(Readable.from(body()), sending)
  const [response] = (await answered) as [IncomingMessage]
  const text = Buffer.concat(await response.toArray()).toString()
  return { status: response.statusCode, id: (JSON.parse(text) as { data: { id: string } }).data.id }
}

describe('a file of 3 GiB', () => {
  test('is uploaded, copied, copied with its folder, and counted', { timeout: 180_000 }, async () => {
    const folder = await files.folder('large')
    const { status, id } = await upload(folder.id)
    expect(status).toBe(201)
    expect(dataOf(await files.get(`/files/${id}`))).toMatchObject({ size: sizeBytes })
    expect((await files.post(`/files/${id}/copy`, {})).status).toBe(201)
    expect((await files.post(`/files/${folder.id}/copy`, {})).status).toBe(201)
    expect(dataOf(await files.get('/storage'))).toMatchObject({ used: 4 * sizeBytes })
    expect((await files.del(`/files/${folder.id}`)).status).toBe(204)
    expect(dataOf(await files.get('/storage'))).toMatchObject({ used: 2 * sizeBytes })
  })
})
