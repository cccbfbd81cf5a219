import { Agent, request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'

// One client for Bureau and its peers, as light as possible, because it shares the processors with the server.

const agent = new Agent({ keepAlive: true })

/** What a request carries; the pieces may be one buffer many times over, so that no disk is read for them. */
export interface Body {
  readonly sizeBytes: number
  readonly pieces: Iterable<Buffer>
}

export interface SendOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Body
}

export interface Answer {
  readonly status: number
  readonly text: string
  /** From the first byte sent to the last byte received. */
  readonly ms: number
}

/** Throws when the answer is a refusal. */
export async function send(
  url: string,
  { method = 'GET', headers = {}, body }: SendOptions,
): Promise<Answer> {
  const startedMs = performance.now()
  const length = { 'content-length': String(body?.sizeBytes ?? 0) }
  const outgoing = request(url, { method, agent, headers: { ...headers, ...length } })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  // Whatever goes wrong while the body is being sent is thrown there.
  answered.catch(() => undefined)
  for (const piece of body?.pieces ?? []) {
    if (!outgoing.write(piece)) await once(outgoing, 'drain')
  }
  outgoing.end()
  const [incoming] = await answered
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const status = incoming.statusCode ?? 0
  if (status >= 300) throw new Error(`${method} ${url} answered ${status}: ${text.slice(0, 300)}`)
  return { status, text, ms: performance.now() - startedMs }
}

export const whole = (bytes: Buffer): Body => ({ sizeBytes: bytes.length, pieces: [bytes] })

/** So many bytes by repeating one buffer. */
export function repeated(piece: Buffer, sizeBytes: number): Body {
  return { sizeBytes, pieces: repeat(piece, sizeBytes) }
}

function* repeat(piece: Buffer, sizeBytes: number): Generator<Buffer> {
  let left = sizeBytes
  for (; left >= piece.length; left -= piece.length) yield piece
  if (left > 0) yield piece.subarray(0, left)
}

const boundary = 'bench-7MA4YWxkTrZu0gW'

/** A multipart form of one file, with the headers that go with it. */
export function form(name: string, file: Body, fields: Readonly<Record<string, string>>) {
  const part = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`
  const text = Object.entries(fields).map(([key, value]) => `${part(`name="${key}"`)}\r\n${value}\r\n`)
  const type = 'content-type: application/octet-stream\r\n\r\n'
  const quoted = name.replaceAll('"', '%22')
  const head = Buffer.from(`${text.join('')}${part(`name="file"; filename="${quoted}"`)}${type}`)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  function* pieces() {
    yield head
    yield* file.pieces
    yield tail
  }
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: { sizeBytes: head.length + file.sizeBytes + tail.length, pieces: pieces() },
  }
}

/** Downloads and discards, into one buffer and past any HTTP parser; answers with the milliseconds it took. */
export async function download(
  url: string,
  sizeBytes: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { hostname, port, pathname } = new URL(url)
  const startedMs = performance.now()
  let received = 0
  let start = ''
  const socket = connect({
    host: hostname,
    port: Number(port),
    onread: {
      buffer: Buffer.alloc(256 * 1024),
      callback: (count, buffer) => {
        if (received === 0) start = Buffer.from(buffer.subarray(0, Math.min(count, 2000))).toString('latin1')
        received += count
        return true
      },
    },
  })
  const lines = [`GET ${pathname} HTTP/1.1`, `host: ${hostname}:${port}`, 'connection: close']
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await once(socket, 'close')
  const ms = performance.now() - startedMs
  if (!start.startsWith('HTTP/1.1 200') || received < sizeBytes) {
    throw new Error(`${url}: ${received} of ${sizeBytes} bytes after "${start.split('\r\n', 1)[0]}"`)
  }
  return ms
}

/** Runs `work` for each item with limited concurrency. */
export async function eachAtOnce<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const iterator = Iterator.from(items)
  const worker = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
