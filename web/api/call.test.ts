import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, callPath } from './call.ts'

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly type: string | undefined
  readonly body: string
}

let server: Server
let seen: Seen[] = []
let answers: ((response: ServerResponse) => void)[] = []
const assign = vi.fn<(path: string) => void>()

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request
  seen.push({ method, url, type: headers['content-type'], body: await text(request) })
  answers.shift()?.(response)
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  vi.stubGlobal('location', {
    origin: `http://127.0.0.1:${port}`,
    pathname: '/w/18/keys',
    search: '?state=active',
    assign,
  })
})
afterAll(() => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen = []
  answers = []
})

const failureOf = async (called: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await called.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

const get = (path: string, input = {}, options = {}) => callPath('GET', path, input, options)

describe('call', () => {
  test('fills in the path and the query, and leaves out what is undefined', async () => {
    answers = [json(200, { data: [1], meta: { next_before: 7 } })]
    const query = { state: 'a&b', before: undefined, limit: 5, all: false, none: null }
    const answered = await get('/workspaces/{workspace}/keys/{id}', { workspace: 18, id: 'a/b', query })
    expect(answered).toEqual({ data: [1], meta: { next_before: 7 } })
    expect(seen).toEqual([
      {
        method: 'GET',
        url: '/console/v1/workspaces/18/keys/a%2Fb?state=a%26b&limit=5&all=false',
        type: undefined,
        body: '',
      },
    ])
  })

  test('sends JSON, forms as they are, and knows an answer without content', async () => {
    answers = [json(201, { data: { id: 1 } }), (response) => response.writeHead(204).end()]
    await callPath('POST', '/keys', { body: { name: 'é' } })
    const form = new FormData()
    form.append('chunk', new Blob(['x']))
    expect(await callPath('POST', '/chunk', { body: form })).toEqual({ data: undefined, meta: undefined })
    expect(seen[0]).toMatchObject({ method: 'POST', type: 'application/json', body: '{"name":"é"}' })
    expect(seen[1]?.type).toMatch(/^multipart\/form-data; boundary=/)
  })

  test('gives a download as it comes', async () => {
    answers = [(response) => response.writeHead(200, { 'Content-Type': 'text/csv' }).end('a,b')]
    const { data } = await callPath<{ data: Response }>('GET', '/audit', {})
    expect(await data.text()).toBe('a,b')
  })

  test('fails with what the API says', async () => {
    const error = { code: 'missing_name', message: 'Enter a name.', details: { field: 'name' } }
    answers = [json(400, { error }, { 'X-Request-Id': 'req_1' })]
    expect(await failureOf(callPath('POST', '/keys', { body: {} }))).toMatchObject({
      ...error,
      status: 400,
      requestId: 'req_1',
    })
  })

  test('fails with unreadable where something between answers', async () => {
    answers = [(response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<p>nginx')]
    expect(await failureOf(get('/keys'))).toMatchObject({ status: 502, code: 'unreadable', details: {} })
    answers = [(response) => response.writeHead(500, { 'Content-Type': 'application/json' }).end('{')]
    expect(await failureOf(get('/keys'))).toMatchObject({ status: 500, code: 'unreadable' })
  })

  test('fails with network where nothing answers', async () => {
    answers = [(response) => response.destroy()]
    expect(await failureOf(get('/keys'))).toMatchObject({ status: 0, code: 'network' })
  })

  test('ends with its signal, which is no failure of the network', async () => {
    const controller = new AbortController()
    answers = [() => controller.abort()]
    await expect(get('/keys', {}, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  const limited = json(429, { error: { code: 'rate_limited', message: 'x' } }, { 'Retry-After': '0' })

  test('waits for Retry-After before it reads again, twice at most, and never repeats a write', async () => {
    answers = [limited, limited, json(200, { data: 1 })]
    expect(await get('/keys')).toEqual({ data: 1 })
    answers = [limited, limited, limited]
    expect(await failureOf(get('/keys'))).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 0 })
    answers = [limited]
    expect((await failureOf(callPath('POST', '/keys', {}))).status).toBe(429)
    expect(seen).toHaveLength(7)
  })

  test('does not wait for longer than a minute, and no longer than its signal', async () => {
    const retry = (seconds: number) =>
      json(429, { error: { code: 'rate_limited', message: 'x' } }, { 'Retry-After': `${seconds}` })
    answers = [retry(61)]
    expect((await failureOf(get('/keys'))).retryAfterSeconds).toBe(61)
    const controller = new AbortController()
    answers = [
      (response) => {
        retry(60)(response)
        setTimeout(() => controller.abort(), 50)
      },
    ]
    await expect(get('/keys', {}, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  test('leads to the log-in and back when the session has ended, once', async () => {
    const ended = json(401, { error: { code: 'not_logged_in', message: 'x' } })
    answers = [ended, ended]
    vi.stubGlobal('addEventListener', () => undefined)
    let settled = 0
    for (const path of ['/keys', '/session']) void get(path).finally(() => settled++)
    await vi.waitFor(() => expect(answers).toEqual([]))
    await new Promise(setImmediate)
    expect(settled).toBe(0)
    expect(assign.mock.calls).toEqual([['/login?next=%2Fw%2F18%2Fkeys%3Fstate%3Dactive']])
  })
})
