import type { IncomingMessage } from 'node:http'
import { GatheredBytes } from '../gathered-bytes.ts'
import { PermitRefused } from '../concurrency/fair-limiter.ts'
import type { OpenRoom } from './body-memory.ts'
import { ThroughputWatch, type MinimumThroughput } from './minimum-throughput.ts'

export interface BodyLimits {
  readonly bytesMax: number
  /** Without it the sender decides how long memory is held. */
  readonly throughputMin?: MinimumThroughput
  readonly room?: OpenRoom
  readonly timeoutMs?: number
}

export class BodyRefused extends Error {
  override readonly name = 'BodyRefused'
  readonly reason: 'too_large' | 'too_slow'

  constructor(reason: 'too_large' | 'too_slow') {
    super(reason === 'too_large' ? 'The body is too large.' : 'The body took too long to arrive.')
    this.reason = reason
  }
}

/** The client disconnected, so there is no response. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'
}

/** The whole body in memory. Throws `BodyRefused`, or `PermitRefused` when all bodies hold too much memory. */
export function gatherBody(
  request: IncomingMessage,
  { bytesMax, throughputMin, room: openRoom, timeoutMs }: BodyLimits,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) {
    request.resume()
    return Promise.reject(new BodyRefused('too_large'))
  }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  // Undefined after a refusal: the rest is drained, because a response in the middle of a request would be lost.
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
  // Also emitted for complete bodies, where creating an error would cost more than the body.
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
