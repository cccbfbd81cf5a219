import type { IncomingMessage } from 'node:http'
import { GatheredBytes } from '../gathered-bytes.ts'
import { PaceWatch, type Pace } from './pace.ts'

export interface BodyLimits {
  readonly bytesMax: number
  /** What is gathered is held for as long as the rest takes to come: a sender must not decide how long that is. */
  readonly pace?: Pace
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

/** The whole body in memory. Throws `BodyRefused` as soon as it passes a limit. */
export function gatherBody(
  request: IncomingMessage,
  { bytesMax, pace, timeoutMs }: BodyLimits,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) {
    request.resume()
    return Promise.reject(new BodyRefused('too_large'))
  }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const gathered = new GatheredBytes()
  const tooSlow = () => reject(new BodyRefused('too_slow'))
  const watch = pace && new PaceWatch(pace, tooSlow)
  request.on('data', (piece: Buffer) => {
    watch?.arrived(piece.length)
    // Goes on reading and throws away: an answer in the middle of a request would be lost with the connection.
    if (gathered.length + piece.length > bytesMax) reject(new BodyRefused('too_large'))
    else gathered.add(piece)
  })
  request.on('end', () => resolve(gathered.whole()))
  request.on('error', () => reject(new RequestAborted('The request was cut off.')))
  // Of a complete body too, where an error that nobody sees would cost more than the body.
  request.on('close', () => {
    if (!request.readableEnded) reject(new RequestAborted('The request was cut off.'))
  })
  watch?.wait()
  const timer = timeoutMs === undefined ? undefined : setTimeout(tooSlow, timeoutMs)
  return promise.finally(() => {
    watch?.close()
    clearTimeout(timer)
  })
}
