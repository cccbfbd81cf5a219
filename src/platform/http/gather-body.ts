import type { IncomingMessage } from 'node:http'
import { GatheredBytes } from '../gathered-bytes.ts'
import { PermitRefused } from '../concurrency/fair-limiter.ts'
import type { OpenRoom } from './body-memory.ts'
import { ThroughputWatch, type MinimumThroughput } from './minimum-throughput.ts'

export interface BodyLimits {
  readonly bytesMax: number
  /** What is gathered is held for as long as the rest takes to come: a sender must not decide how long that is. */
  readonly throughputMin?: MinimumThroughput
  /** Without it memory is not bounded over several bodies. */
  readonly room?: OpenRoom
  /** From the first look at the body to its last byte. */
  readonly timeoutMs?: number
}

/** Why a body was not gathered. */
export class BodyRefused extends Error {
  override readonly name = 'BodyRefused'
  readonly reason: 'too_large' | 'too_slow'

  constructor(reason: 'too_large' | 'too_slow') {
    super(reason === 'too_large' ? 'The body is too large.' : 'The body took too long to arrive.')
    this.reason = reason
  }
}

/** The client disconnected before the body was complete, so there is no answer. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'
}

/**
 * The whole body in memory. Throws `BodyRefused` as soon as it passes a limit, and `PermitRefused` when bodies together hold too
 * much memory.
 */
export function gatherBody(
  request: IncomingMessage,
  { bytesMax, throughputMin, room: openRoom, timeoutMs }: BodyLimits,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) {
    request.resume()
    return Promise.reject(new BodyRefused('too_large'))
  }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  // Undefined once the body is refused: the rest is read and dropped, because an answer in the middle of a request would be
  // lost with the connection.
  let gathered: GatheredBytes | undefined = new GatheredBytes()
  const refuse = (error: Error) => {
    gathered = undefined
    reject(error)
  }
  const tooSlow = () => refuse(new BodyRefused('too_slow'))
  const watch = throughputMin && new ThroughputWatch(throughputMin, tooSlow)
  const room = openRoom?.(() => refuse(new PermitRefused('bodies', 'full')))
  request.on('data', (piece: Buffer) => {
    watch?.arrived(piece.length)
    if (!gathered) return
    if (gathered.length + piece.length > bytesMax) return refuse(new BodyRefused('too_large'))
    gathered.add(piece)
    room?.take(piece.length)
  })
  request.on('end', () => {
    if (gathered) resolve(gathered.whole())
  })
  request.on('error', () => refuse(new RequestAborted('The request was cut off.')))
  // Of a complete body too, where an error that nobody sees would cost more than the body.
  request.on('close', () => {
    if (!request.readableEnded) refuse(new RequestAborted('The request was cut off.'))
  })
  watch?.wait()
  const timer = timeoutMs === undefined ? undefined : setTimeout(tooSlow, timeoutMs)
  return promise.finally(() => {
    watch?.close()
    room?.free()
    clearTimeout(timer)
  })
}
