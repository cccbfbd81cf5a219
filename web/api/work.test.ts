import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ApiError } from './call.ts'
import { work } from './work.ts'

let server: Server
let answer: (response: ServerResponse) => void
const closed = vi.fn<() => void>()

beforeAll(async () => {
  server = createServer((_, response) => {
    response.once('close', closed)
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
afterAll(() => {
  vi.unstubAllGlobals()
  server.close()
})

const textOf = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

const stream = (response: ServerResponse, ...events: readonly string[]): ServerResponse => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Request-Id': 'req_1' })
  for (const event of events) response.write(event)
  return response
}

/** What the work tells, and its end. */
async function run(signal = new AbortController().signal) {
  const told: (readonly number[])[] = []
  const end = await work(
    'unzipItem',
    { workspace: '18', id: 'a1B2c3D4' },
    { signal, progress: (done, total) => told.push([done, total]) },
  ).catch((error: unknown) => error)
  return { told, end }
}

describe('work', () => {
  test('tells of its progress and returns its result', async () => {
    const result = { data: { name: 'Letters' }, meta: { message: 'Extracted 1 file and 0 folders.' } }
    answer = (response) =>
      stream(
        response,
        textOf('progress', { done: 0, total: 9 }),
        textOf('progress', { done: 5, total: 9 }),
        textOf('done', result),
      ).end()
    expect(await run()).toEqual({
      told: [
        [0, 9],
        [5, 9],
      ],
      end: result,
    })
  })

  test('throws what the server tells, with the request ID', async () => {
    const failure = { status: 400, code: 'invalid_archive', message: 'The archive is damaged.' }
    answer = (response) => stream(response, textOf('failed', failure)).end()
    const { end } = await run()
    expect(end).toBeInstanceOf(ApiError)
    expect(end).toMatchObject({ ...failure, requestId: 'req_1' })
  })

  test('throws a refusal before it begins', async () => {
    answer = (response) =>
      response
        .writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': '300' })
        .end(JSON.stringify({ error: { code: 'rate_limited', message: 'Too many requests.' } }))
    expect((await run()).end).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 300 })
  })

  test('throws a lost connection', async () => {
    answer = (response) => {
      stream(response, textOf('progress', { done: 1, total: 9 }))
      setTimeout(() => response.destroy(), 50)
    }
    expect(await run()).toMatchObject({ told: [[1, 9]], end: { code: 'network' } })
  })

  test('hangs up when it is aborted, and throws the reason', async () => {
    const cancel = new AbortController()
    answer = (response) => {
      stream(response, textOf('progress', { done: 1, total: 9 }))
      closed.mockClear()
      setTimeout(() => cancel.abort(new Error('cancelled')), 50)
    }
    expect((await run(cancel.signal)).end).toMatchObject({ message: 'cancelled' })
    await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  })
})
