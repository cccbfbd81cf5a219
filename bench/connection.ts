import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

export interface Connection {
  /** The body of the answer. Throws when it has another status. */
  readonly exchange: (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    status: number,
  ) => Promise<string>
  readonly close: () => void
}

/** Lighter than any HTTP client: small requests come so fast that it would be measured too. */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const nextAnswer = answersOf(socket)
  return {
    async exchange(method, path, headers, body, status) {
      const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`]
      if (body !== '') lines.push(`content-length: ${Buffer.byteLength(body)}`)
      for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
      const answer = await nextAnswer()
      if (!answer.startsWith(`HTTP/1.1 ${status}`)) {
        throw new Error(`${method} ${path.slice(0, 100)}: ${answer.slice(0, 500)}`)
      }
      return answer.slice(answer.indexOf('\r\n\r\n') + 4)
    },
    close: () => socket.destroy(),
  }
}

/** Reads one answer with a length at a time. */
function answersOf(socket: Socket): () => Promise<string> {
  let answer = ''
  let answered = Promise.withResolvers<string>()
  socket.on('data', (piece) => {
    answer += piece.toString('latin1')
    const headEnd = answer.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const bodyBytes = Number(/\r\ncontent-length: (\d+)/i.exec(answer.slice(0, headEnd))?.[1] ?? 0)
    if (answer.length >= headEnd + 4 + bodyBytes) answered.resolve(answer)
  })
  socket.on('close', () => answered.reject(new Error('The server closed the connection.')))
  return async () => {
    const whole = await answered.promise
    answer = ''
    answered = Promise.withResolvers()
    // A connection may close while no request waits.
    answered.promise.catch(() => undefined)
    return whole
  }
}

/**
 * `request` over and over on `connections` connections at once, for `seconds`; it gets the number of its connection.
 * What each took, in milliseconds, and how many there were a second.
 */
export async function repeat(
  url: string,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
  request: (connection: Connection, index: number) => Promise<unknown>,
): Promise<{ readonly perSecond: number; readonly tookMs: readonly number[] }> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(url)))
  const tookMs: number[] = []
  const startedMs = performance.now()
  const endMs = startedMs + seconds * 1000
  await Promise.all(
    open.map(async (connection, index) => {
      for (let now = performance.now(); now < endMs;) {
        await request(connection, index)
        const after = performance.now()
        tookMs.push(after - now)
        now = after
      }
    }),
  )
  const elapsed = (performance.now() - startedMs) / 1000
  for (const connection of open) connection.close()
  return { perSecond: tookMs.length / elapsed, tookMs }
}
