import http, { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { OutgoingFailure, type FailureReason } from './failure.ts'
import type { Target } from './target.ts'

export interface Sending {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  /** No more of the answer is read. */
  readonly bytesMax: number
  /** Certificates of authorities to trust instead of those that Node knows. */
  readonly authorities: string | undefined
  /** Ends the request with its reason. */
  readonly signal: AbortSignal
  readonly onConnected: () => void
}

export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The first bytes, as they came: nothing is unpacked. */
  readonly body: Buffer
  /** Whether the body goes on after them. */
  readonly truncated: boolean
}

/**
 * One request on a connection of its own to one of the checked addresses. The name is not
 * resolved again: name and certificate are still checked against the host of the URL. Redirects are answers like others.
 * Throws `OutgoingFailure`.
 */
export async function send(target: Target, sending: Sending): Promise<Received> {
  const { url } = target
  const { method, headers, body, bytesMax, authorities, signal, onConnected } = sending
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const progress = { reason: 'refused' as FailureReason }
  const options: RequestOptions & { readonly ca?: string } = {
    method,
    headers,
    // Neither kept alive nor taken from a pool: a kept connection would skip the check.
    agent: false,
    lookup: pinnedTo(target.addresses),
    ...(authorities !== undefined && { ca: authorities }),
  }
  signal.throwIfAborted()
  const outgoing = (url.protocol === 'https:' ? https : http).request(url, options)
  const cut = () => outgoing.destroy(signal.reason as Error)
  signal.addEventListener('abort', cut)
  outgoing.once('socket', (socket) => followConnection(socket, url, onConnected, progress))
  outgoing.once('response', resolve)
  outgoing.on('error', reject)
  // An answer that is none, as when the host wants to switch protocols, ends without an error.
  outgoing.once('close', () => reject(new OutgoingFailure('broken')))
  outgoing.end(body)
  try {
    return await receive(await promise, bytesMax)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof OutgoingFailure ? error : new OutgoingFailure(progress.reason, error)
  } finally {
    signal.removeEventListener('abort', cut)
    outgoing.destroy()
  }
}

/** Notes what an error would mean now. */
function followConnection(
  socket: Socket,
  { protocol }: URL,
  onConnected: () => void,
  progress: { reason: FailureReason },
): void {
  const ready = () => {
    progress.reason = 'broken'
    onConnected()
  }
  if (protocol === 'http:') {
    socket.once('connect', ready)
    return
  }
  socket.once('connect', () => (progress.reason = 'tls'))
  socket.once('secureConnect', ready)
}

/** Answers with what was checked, whatever name it is asked for. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, { all }, callback) => {
    const [first] = entries
    if (all === true || !first) callback(null, entries)
    else callback(null, first.address, first.family)
  }
}

async function receive(incoming: IncomingMessage, bytesMax: number): Promise<Received> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes > bytesMax) break
  }
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: Buffer.concat(pieces).subarray(0, bytesMax),
    truncated: bytes > bytesMax,
  }
}
