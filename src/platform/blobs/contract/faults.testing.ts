import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to a request on its way. */
export type Fault =
  /** The proxy answers in the server's place, after it has read the request. */
  | { readonly kind: 'status'; readonly status: number; readonly code: string }
  /** The server does it, and the connection breaks instead of the answer. */
  | { readonly kind: 'answer lost' }
  /** The request is not read and not answered. */
  | { readonly kind: 'silence' }
  /** The answer stops for ever after so many bytes of its body. */
  | { readonly kind: 'answer stalls'; readonly afterBytes: number }
  /** The connection breaks after so many bytes of the answer's body. */
  | { readonly kind: 'answer breaks'; readonly afterBytes: number }

interface Planned {
  readonly matches: (line: string) => boolean
  readonly fault: Fault
  times: number
}

/** Passes HTTP on to a server, except for what is planned. */
export interface FaultyProxy {
  readonly endpoint: string
  /** Puts the fault in the way of the next `times` requests whose "METHOD /path?query" matches. */
  readonly plan: (line: RegExp, fault: Fault, times?: number) => void
  /** "METHOD /path?query" of every request so far. */
  readonly requests: readonly string[]
  readonly close: () => Promise<void>
}

export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const planned: Planned[] = []
  const requests: string[] = []

  const server = createServer((incoming, answer) => {
    const line = `${incoming.method} ${incoming.url}`
    requests.push(line)
    const next = planned.find(({ matches, times }) => times > 0 && matches(line))
    if (next) next.times -= 1
    handle(target, incoming, answer, next?.fault)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: (line, fault, times = 1) => void planned.push({ matches: (text) => line.test(text), fault, times }),
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function handle(target: string, incoming: IncomingMessage, answer: ServerResponse, fault?: Fault): void {
  if (fault?.kind === 'silence') return
  if (fault?.kind === 'status') {
    incoming.resume().once('end', () => {
      answer.writeHead(fault.status, { 'content-type': 'application/xml' })
      answer.end(`<?xml version="1.0"?><Error><Code>${fault.code}</Code><Message>Planned.</Message></Error>`)
    })
    return
  }
  const { method = 'GET', url = '/', headers } = incoming
  // The host of the proxy stays in the headers, because the client has signed it.
  const outgoing = request(new URL(url, target), { method, headers }, (found) => {
    if (fault?.kind === 'answer lost') {
      found.resume().once('end', () => answer.destroy())
      return
    }
    answer.writeHead(found.statusCode ?? 500, found.headers)
    if (fault) passSome(found, answer, fault)
    else found.pipe(answer)
  })
  outgoing.once('error', () => answer.destroy())
  answer.once('close', () => outgoing.destroy())
  incoming.pipe(outgoing)
}

function passSome(
  found: IncomingMessage,
  answer: ServerResponse,
  { kind, afterBytes }: Extract<Fault, { afterBytes: number }>,
): void {
  let passed = 0
  found.on('data', (piece: Buffer) => {
    const part = piece.subarray(0, afterBytes - passed)
    passed += part.length
    if (part.length > 0) answer.write(part)
    if (passed < afterBytes) return
    found.pause()
    if (kind === 'answer breaks') answer.write('', () => answer.destroy())
  })
}
