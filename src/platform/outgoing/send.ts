import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { GatheredBytes } from '../gathered-bytes.ts'
import { sameAddress } from './address.ts'
import { OutgoingFailure, type FailureReason } from './failure.ts'
import { type CheckedOptions, PlainConnections, SecureConnections } from './connections.ts'
import type { KeptConnections } from './kept-connections.ts'
import type { Target } from './target.ts'

/** Node's default is 16 KiB; some frameworks send more in cookies and policies. */
const headBytesMax = 256 * 1024

export interface Sending {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  readonly bytesMax: number
  readonly authorities: string | undefined
  readonly kept: KeptConnections | undefined
  readonly signal: AbortSignal
  readonly onConnected: () => void
}

export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As received, still compressed. */
  readonly body: Buffer
  readonly truncated: boolean
}

/** The name is not resolved again; name and certificate are checked against the URL. Throws `OutgoingFailure`. */
export async function send(target: Target, sending: Sending): Promise<Received> {
  try {
    return await sendOnce(target, sending)
  } catch (error) {
    // A host may close an idle connection just when it is reused, which says nothing about the host.
    if (!(error instanceof KeptConnectionClosed)) throw error
    return sendOnce(target, { ...sending, kept: undefined })
  }
}

class KeptConnectionClosed extends OutgoingFailure {}

interface Progress {
  reason: FailureReason
  answered: boolean
}

async function sendOnce(target: Target, sending: Sending): Promise<Received> {
  const { body, bytesMax, signal, onConnected } = sending
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const progress: Progress = { reason: 'refused', answered: false }
  signal.throwIfAborted()
  const outgoing = open(target, sending)
  const cut = () => outgoing.destroy(signal.reason as Error)
  signal.addEventListener('abort', cut)
  outgoing.once('socket', (socket) => followConnection(outgoing, socket, target, { onConnected, progress }))
  outgoing.once('response', (incoming) => {
    progress.answered = true
    resolve(incoming)
  })
  outgoing.on('error', reject)
  // A response that isn't one, such as a protocol switch, ends without an error.
  outgoing.once('close', () => {
    if (!progress.answered) reject(new OutgoingFailure('broken'))
  })
  outgoing.end(body)
  try {
    return await receive(await promise, bytesMax, signal)
  } catch (error) {
    outgoing.destroy()
    signal.throwIfAborted()
    throw failureOf(error, outgoing, progress)
  } finally {
    signal.removeEventListener('abort', cut)
  }
}

function open(target: Target, { method, headers, authorities, kept, signal }: Sending): ClientRequest {
  const { url, addresses } = target
  const options: CheckedOptions = {
    method,
    headers,
    maxHeaderSize: headBytesMax,
    checkedAddresses: addresses,
    connectUntil: signal,
    ...(authorities !== undefined && { ca: authorities }),
  }
  return url.protocol === 'https:'
    ? https.request(url, { ...options, agent: kept ?? new SecureConnections() })
    : http.request(url, { ...options, agent: new PlainConnections() })
}

function failureOf(error: unknown, { reusedSocket }: ClientRequest, progress: Progress): OutgoingFailure {
  const { reason, answered } = progress
  if (error instanceof OutgoingFailure && error.reason !== 'broken') return error
  if (reusedSocket && !answered) return new KeptConnectionClosed('broken', error)
  return error instanceof OutgoingFailure ? error : new OutgoingFailure(reason, error)
}

interface Following {
  readonly onConnected: () => void
  readonly progress: Progress
}

function followConnection(
  outgoing: ClientRequest,
  socket: Socket,
  { url, addresses }: Target,
  { onConnected, progress }: Following,
): void {
  const ready = () => {
    progress.reason = 'broken'
    onConnected()
  }
  const { remoteAddress = '' } = socket
  if (!addresses.some((address) => sameAddress(address, remoteAddress)))
    return void outgoing.destroy(new OutgoingFailure('private_address'))
  if (outgoing.reusedSocket || url.protocol === 'http:') return ready()
  progress.reason = 'tls'
  socket.once('secureConnect', ready)
}

/** With the status known, a truncated body is still a response. */
async function receive(incoming: IncomingMessage, bytesMax: number, signal: AbortSignal): Promise<Received> {
  const { socket } = incoming
  const gathered = new GatheredBytes()
  let cut = false
  try {
    for await (const piece of incoming as AsyncIterable<Buffer>) {
      gathered.add(piece)
      if (gathered.length > bytesMax) break
    }
  } catch {
    signal.throwIfAborted()
    cut = true
  }
  const truncated = cut || gathered.length > bytesMax
  // A truncated response can't keep its connection; after a complete one the socket may serve another request.
  if (truncated) socket.destroy()
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: gathered.whole().subarray(0, bytesMax),
    truncated,
  }
}
