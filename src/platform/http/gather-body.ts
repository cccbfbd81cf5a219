import type { IncomingMessage } from 'node:http'

export interface BodyLimits {
  readonly bytesMax: number
  /** From the first look at the body to its last byte. Without it only the connection's own limits hold. */
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
export function gatherBody(request: IncomingMessage, { bytesMax, timeoutMs }: BodyLimits): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) {
    request.resume()
    return Promise.reject(new BodyRefused('too_large'))
  }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let sizeBytes = 0
  request.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length
    // Goes on reading and throws away: an answer in the middle of a request would be lost with the connection.
    if (sizeBytes > bytesMax) reject(new BodyRefused('too_large'))
    else chunks.push(chunk)
  })
  request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
  request.on('error', () => reject(new RequestAborted('The request was cut off.')))
  // Of a complete body too, where an error that nobody sees would cost more than the body.
  request.on('close', () => {
    if (!request.readableEnded) reject(new RequestAborted('The request was cut off.'))
  })
  if (timeoutMs === undefined) return promise
  const timer = setTimeout(() => reject(new BodyRefused('too_slow')), timeoutMs)
  return promise.finally(() => clearTimeout(timer))
}
