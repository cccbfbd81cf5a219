import http, {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { GatheredBytes } from '../gathered-bytes.ts'
import { sameAddress } from './address.ts'
import { OutgoingFailure, type FailureReason } from './failure.ts'
import type { KeptConnectionOptions, KeptConnections } from './kept-connections.ts'
import type { Target } from './target.ts'

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
  /** Whether the body goes on after them. */
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
    return await receive(await promise, bytesMax)
  } catch (error) {
    outgoing.destroy()
    signal.throwIfAborted()
    throw failureOf(error, outgoing, progress)
  } finally {
    signal.removeEventListener('abort', cut)
  }
}

function open(target: Target, { method, headers, authorities, kept }: Sending): ClientRequest {
  const { url, addresses } = target
  const secure = url.protocol === 'https:'
  const options: RequestOptions & KeptConnectionOptions = {
    method,
    headers,
    agent: (secure ? kept : undefined) ?? false,
    checkedAddresses: addresses,
    lookup: pinnedTo(addresses),
    ...(authorities !== undefined && { ca: authorities }),
  }
  return (secure ? https : http).request(url, options)
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
  const connected = () => {
    const { remoteAddress = '' } = socket
    const checked = addresses.some((address) => sameAddress(address, remoteAddress))
    if (!checked) outgoing.destroy(new OutgoingFailure('private_address'))
    return checked
  }
  if (outgoing.reusedSocket) {
    if (connected()) ready()
    return
  }
  socket.once('connect', () => {
    if (!connected()) return
    if (url.protocol === 'http:') ready()
    else progress.reason = 'tls'
  })
  socket.once('secureConnect', ready)
}

/**
 * Answers with what was checked, whatever name it is asked for. Never synchronously: when the
 * system refuses the connection at once, Node would emit the error before the request listens to its socket.
 */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, { all }, callback) => {
    const [first] = entries
    if (all === true || !first) process.nextTick(callback, null, entries)
    else process.nextTick(callback, null, first.address, first.family)
  }
}

async function receive(incoming: IncomingMessage, bytesMax: number): Promise<Received> {
  const { socket } = incoming
  const gathered = new GatheredBytes()
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    gathered.add(piece)
    if (gathered.length > bytesMax) break
  }
  const truncated = gathered.length > bytesMax
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
