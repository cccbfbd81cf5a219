import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { filesApp } from '../../../test/files-app.ts'
import { filesClient, form, type FormPart } from '../../../test/files-client.ts'
import type { Answer, TestApp } from '../../../test/harness.ts'
import type { OriginName } from '../../program/roles.ts'
import { sql } from '../../platform/database/sql.ts'
import { setQuota } from '../public.ts'

export const mebibyte = 1024 * 1024

/** What tests read of an upload in `data`. */
export interface ShownUpload {
  readonly upload_key: string
  readonly chunk_size: number
  readonly total_chunks: number
  readonly missing_chunks: readonly number[]
  readonly received_chunks: number
  readonly resumed: boolean
  readonly parent_id: string | null
  readonly duplicate: boolean
  readonly complete: boolean
}

export const uploadOf = (answer: Answer): ShownUpload => (answer.body as { data: ShownUpload }).data

/** Sends chunks of uploads without a quota, to the files origin and `through` the gateway. */
export async function chunkSender(app: TestApp) {
  const tenant = await app.tenant()
  await setQuota(app.context, { workspaceId: tenant.workspaceId, limitBytes: null })
  const { key } = await tenant.key('files')
  const uploads = uploadsClient(app, key)
  let names = 0
  return {
    tenant,
    uploads,
    through: uploadsClient(app, key, 'gateway'),
    firstChunk: randomBytes(5 * mebibyte),
    /** An upload of two chunks: one of 5 MiB and one of `lastBytes`. */
    opened: (lastBytes = 10, name = `${++names}.bin`) => uploads.opened(name, 5 * mebibyte + lastBytes),
    /** The bytes of the completed upload. */
    completed: async (uploadKey: string): Promise<Buffer> => {
      const { body } = await uploads.complete(uploadKey)
      return (await uploads.files.get(`/files/${(body as { data: { id: string } }).data.id}/content`)).bytes
    },
    chunkRows: (uploadKey: string) =>
      app.context.database.rows<{ index: number; lease: string | null }>(sql`
        select index, lease from files.upload_chunk where upload_key = ${uploadKey} order by index`),
  }
}

export type ChunkSender = Awaited<ReturnType<typeof chunkSender>>

/** An app, a tenant, and a client that calls the uploads with a key of it. */
export async function uploadsApp() {
  const opened = await filesApp()
  return { ...opened, uploads: uploadsClient(opened.app, opened.key) }
}

export type UploadsApp = Awaited<ReturnType<typeof uploadsApp>>

/** Calls the uploads of the files API with one key. */
export function uploadsClient(app: TestApp, key: string, origin: OriginName = 'files') {
  const files = filesClient(app, key, origin)
  const prefix = origin === 'gateway' ? '/v1/files' : '/api/v1'
  const chunkPath = (uploadKey: string, index: number | string) =>
    `/uploads/${uploadKey}/chunk?index=${index}`
  const client = {
    files,
    open: (name: string, size: unknown, parentId?: string | null) =>
      files.post('/uploads', { name, size, ...(parentId !== undefined && { parent_id: parentId }) }),
    /** Opens and expects a new one. */
    opened: async (name: string, size: number, parentId?: string): Promise<ShownUpload> => {
      const answer = await client.open(name, size, parentId)
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
      return uploadOf(answer)
    },
    chunk: (
      uploadKey: string,
      index: number | string,
      bytes: Uint8Array | string,
      type = 'application/octet-stream',
    ) =>
      files.call('POST', chunkPath(uploadKey, index), {
        payload: Buffer.from(bytes as Uint8Array),
        headers: { 'content-type': type },
      }),
    formChunk: (uploadKey: string, parts: readonly FormPart[]) =>
      files.call('POST', `/uploads/${uploadKey}/chunk`, form(parts)),
    /** Sends the chunks of these bytes with these indexes, one after another. */
    send: async (upload: ShownUpload, bytes: Uint8Array, indexes = upload.missing_chunks): Promise<void> => {
      for (const index of indexes) {
        const start = index * upload.chunk_size
        const answer = await client.chunk(
          upload.upload_key,
          index,
          bytes.subarray(start, start + upload.chunk_size),
        )
        if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
      }
    },
    progress: (uploadKey: string) => files.get(`/uploads/${uploadKey}`),
    complete: (uploadKey: string) => files.call('POST', `/uploads/${uploadKey}/complete`),
    abort: (uploadKey: string) =>
      app.call(origin, { method: 'DELETE', url: `${prefix}/uploads/${uploadKey}`, key }),
    /** A chunk whose bytes a test sends piece by piece, over a connection that it may cut. */
    slowly: async (uploadKey: string, index: number, lengthBytes: number) => {
      const server = app.origin(origin).server
      if (!server.listening) await app.origin(origin).listen({ port: 0, host: '127.0.0.1' })
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      const received: Buffer[] = []
      socket.on('data', (bytes: Buffer) => received.push(bytes))
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(
        `POST ${prefix}${chunkPath(uploadKey, index)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
          `Content-Length: ${lengthBytes}\r\nConnection: close\r\n\r\n`,
      )
      return {
        write: (bytes: Uint8Array) => socket.write(bytes),
        cut: () => socket.destroy(),
        /** Everything that the server sends until the connection ends. */
        answer: async (): Promise<string> => {
          if (!socket.closed) await once(socket, 'close')
          return Buffer.concat(received).toString()
        },
      }
    },
  }
  return client
}

/** The uploads in the database and in the blob store. */
export async function leftOf(app: TestApp, workspaceId: number) {
  const counts = await app.context.database.one<{
    uploads: number
    chunks: number
    blobs: number
    reserved: number
    used: number
  }>(sql`
    select
      (select count(*) from files.upload where workspace_id = ${workspaceId}) as uploads,
      (select count(*) from files.upload_chunk chunk
        join files.upload upload on upload.key = chunk.upload_key
        where workspace_id = ${workspaceId}) as chunks,
      (select count(*) from files.blob where workspace_id = ${workspaceId}) as blobs,
      reserved_bytes as reserved, used_bytes as used
    from files.usage where workspace_id = ${workspaceId}`)
  return counts
}
