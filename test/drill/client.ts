import { createHash } from 'node:crypto'
import type { Server } from '../server.ts'

/** Of one organization. */
export interface Keys {
  readonly files: string
  readonly sms: string
  readonly iam: string
}

/** What the drill reads of a file or folder. */
export interface Item {
  readonly id: string
  readonly type: 'file' | 'folder'
  readonly name: string
  readonly parent_id: string | null
  readonly size: number
}

export interface Message {
  readonly id: number
  readonly direction: string
  readonly phone: string
  readonly status: string
  readonly body: string
  readonly client_ref: string | null
  readonly number: string | null
}

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const pageSize = 100

/** Calls the APIs of a workspace with its keys, as customers do. */
export type Client = ReturnType<typeof clientOf>

export function clientOf({ urls }: Pick<Server, 'urls'>, keys: Keys) {
  const filesApi = `${urls.files_origin_url}/api/v1`
  const smsApi = `${urls.sms_base_url}/api/v1`

  async function call(method: string, url: string, key: string, body?: FormData | object): Promise<Response> {
    const isJson = body !== undefined && !(body instanceof FormData)
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(isJson && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
    return response
  }

  const files = async <Data>(method: string, path: string, body?: FormData | object): Promise<Data> =>
    ((await (await call(method, filesApi + path, keys.files, body)).json()) as { data: Data }).data

  async function upload(name: string, bytes: Uint8Array<ArrayBuffer>, parentId?: string): Promise<Item> {
    const form = new FormData()
    if (parentId !== undefined) form.set('parent_id', parentId)
    form.set('file', new Blob([bytes]), name)
    return files<Item>('POST', '/files', form)
  }

  async function uploadInChunks(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Item> {
    const opened = await files<{ upload_key: string; chunk_size: number; total_chunks: number }>(
      'POST',
      '/uploads',
      { name, size: bytes.length },
    )
    const path = `/uploads/${opened.upload_key}`
    for (let index = 0; index < opened.total_chunks; index++) {
      const form = new FormData()
      form.set('index', `${index}`)
      const start = index * opened.chunk_size
      form.set('chunk', new Blob([bytes.subarray(start, start + opened.chunk_size)]))
      await files('POST', `${path}/chunk`, form)
    }
    return files<Item>('POST', `${path}/complete`)
  }

  async function children(parentId: string | null): Promise<Item[]> {
    const parent = parentId === null ? '' : `&parent_id=${parentId}`
    const items: Item[] = []
    for (let page: Item[] = []; items.length === 0 || page.length === pageSize; items.push(...page)) {
      page = await files<Item[]>('GET', `/files?limit=${pageSize}&offset=${items.length}${parent}`)
      if (page.length === 0) break
    }
    return items
  }

  /** Every file and folder of the workspace. */
  async function tree(): Promise<Item[]> {
    const items = await children(null)
    // The list grows while it is walked.
    for (const { id, type } of items) if (type === 'folder') items.push(...(await children(id)))
    return items
  }

  async function messages(): Promise<Message[]> {
    const found: Message[] = []
    for (let sinceId = 0, isLast = false; !isLast;) {
      const response = await call('GET', `${smsApi}/messages?limit=200&since_id=${sinceId}`, keys.sms)
      const page = ((await response.json()) as { messages: Message[] }).messages
      found.push(...page)
      isLast = page.length === 0
      sinceId = found.at(-1)?.id ?? 0
    }
    return found
  }

  return {
    keys,
    upload,
    uploadInChunks,
    tree,
    messages,
    digest: async (id: string): Promise<string> =>
      digestOf(
        new Uint8Array(
          await (await call('GET', `${filesApi}/files/${id}/content`, keys.files)).arrayBuffer(),
        ),
      ),
    addFolder: (name: string) => files<Item>('POST', '/folders', { name }),
    remove: (id: string) => call('DELETE', `${filesApi}/files/${id}`, keys.files),
    send: async (to: string, body: string): Promise<Message> => {
      const response = await call('POST', `${smsApi}/messages`, keys.sms, { to, body, client_ref: body })
      return ((await response.json()) as { messages: [Message] }).messages[0]
    },
    webhooks: () => files<object[]>('GET', '/webhooks'),
    addWebhook: (url: string) =>
      files<{ secret: string }>('POST', '/webhooks', { name: 'Drill', url, events: ['*'] }),
    members: async (): Promise<unknown> =>
      (await call('GET', `${urls.gateway_url}/v1/iam/members`, keys.iam)).json(),
  }
}
