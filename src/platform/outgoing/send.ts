import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { GatheredBytes } from '../gathered-bytes.ts'
import { sameAddress } from './address.ts'
import { OutgoingFailure, type FailureReason } from './failure.ts'
import { type CheckedOptions, PlainConnections, SecureConnections } from './connections.ts'
import type { KeptConnections } from './kept-connections.ts'
import type { Target } from './target.ts'

/** Node takes 16 KiB unless told otherwise; some frameworks send more in cookies and policies. */
const headBytesMax = 256 * 1024

export interface Sending {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  /** No more of the answer is read. */
  readonly bytesMax: number
  /** Certificates of authorities to trust instead of those that Node knows. */
  readonly authorities: string | undefined
  /** Where to take a connection from and leave it for the next request; undefined for one of its own. */
  readonly kept: KeptConnections | undefined
  /** Ends the request with its reason. */
  readonly signal: AbortSignal
  readonly onConnected: () => void
}

export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The first bytes, as they came: nothing is unpacked. */
  readonly body: Buffer
  /** Whether the body goes on after them, or was cut short. */
  readonly truncated: boolean
}

/**
 * One request on a connection to one of the checked addresses. The name is not
 * resolved again: name and certificate are still checked against the host of the URL. Redirects are answers like others.
 * Throws `OutgoingFailure`.
 */
export async function send(target: Target, sending: Sending): Promise<Received> {
  try {
    return await sendOnce(target, sending)
  } catch (error) {
    // A host may close an idle connection at the moment in which we take it. That says nothing about the host.
    if (!(error instanceof KeptConnectionClosed)) throw error
    return sendOnce(target, { ...sending, kept: undefined })
  }
}

/** Thrown when a kept connection ends before anything of an answer came. */
class KeptConnectionClosed extends OutgoingFailure {}

/** How far a request has come, for what an error means. */
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
  // An answer that is none, as when the host wants to switch protocols, ends without an error.
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

/** Checks where the connection really leads, and notes what an error would mean now. */
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

/** The status counts from here on, so a body that is cut short is an answer like any other. */
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
  // What was not read to its end cannot be kept, and Node does not close it when all of it has come. After an answer that
  // was read the connection is already somebody else's.
  if (truncated) socket.destroy()
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: gathered.whole().subarray(0, bytesMax),
    truncated,
  }
}
