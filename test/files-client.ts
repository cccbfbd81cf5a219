import type { OriginName } from '../src/program/roles.ts'
import type { Answer, TestApp } from './harness.ts'

/** One part of a form: a field, or the file when it has bytes. */
export interface FormPart {
  readonly name: string
  readonly value?: string
  readonly fileName?: string
  readonly bytes?: Uint8Array | string
}

const boundary = 'a-boundary-that-no-test-file-holds'

/** A form as browsers send it, names in raw UTF-8. */
export function form(parts: readonly FormPart[]): { headers: Record<string, string>; payload: Buffer } {
  const pieces = parts.flatMap(({ name, value, fileName, bytes }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: text/plain`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(bytes ?? value ?? ''), Buffer.from('\r\n')]
  })
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** What tests read of a file, folder or other object in `data`. */
export type Shown = Readonly<Record<string, unknown>> & { readonly id: string }

export interface ShownList {
  readonly data: readonly Shown[]
  readonly meta: {
    readonly total: number
    readonly offset: number
    readonly limit: number
    readonly next_offset: number | null
  }
}

/** Calls the files API with one key. */
export function filesClient(app: TestApp, key: string, origin: OriginName = 'files') {
  const prefix = origin === 'gateway' ? '/v1/files' : '/api/v1'
  const call = (method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE', path: string, more: object = {}) =>
    app.call(origin, { method, url: prefix + path, key, ...more })
  const client = {
    call,
    get: (path: string, headers: Record<string, string> = {}) => call('GET', path, { headers }),
    post: (path: string, payload: object) =>
      call('POST', path, {
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      }),
    patch: (path: string, payload: object) =>
      call('PATCH', path, {
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      }),
    del: (path: string) => call('DELETE', path),
    send: (parts: readonly FormPart[]) => call('POST', '/files', form(parts)),
    upload: (bytes: Uint8Array | string, fileName: string, fields: Record<string, string> = {}) =>
      client.send([
        ...Object.entries(fields).map(([name, value]) => ({ name, value })),
        { name: 'file', fileName, bytes },
      ]),
    /** Uploads and expects success. */
    file: async (bytes: Uint8Array | string, fileName: string, parentId?: string): Promise<Shown> =>
      made(await client.upload(bytes, fileName, parentId === undefined ? {} : { parent_id: parentId })),
    /** Creates a folder and expects success. */
    folder: async (name: string, parentId?: string): Promise<Shown> =>
      made(await client.post('/folders', parentId === undefined ? { name } : { name, parent_id: parentId })),
    list: async (query = ''): Promise<ShownList> => {
      const answer = await client.get(`/files${query}`)
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
      return answer.body as ShownList
    },
    names: async (query = ''): Promise<unknown[]> => (await client.list(query)).data.map(({ name }) => name),
  }
  return client
}

/** `data` of an answer of any status. */
export const dataOf = (answer: Answer): Shown => (answer.body as { data: Shown }).data

/** `[status, code]` of a refusal. */
export const refusalOf = (answer: Answer): readonly [number, string] => [
  answer.status,
  (answer.body as { error: { code: string } }).error.code,
]

function made(answer: Answer): Shown {
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return dataOf(answer)
}
