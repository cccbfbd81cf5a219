import type { IncomingMessage } from 'node:http'

/** Why a JSON body could not be read; the service's table says which code that is. */
export class JsonBodyFault extends Error {
  override readonly name = 'JsonBodyFault'
  readonly fault: 'malformed_json' | 'body_too_large'

  constructor(fault: 'malformed_json' | 'body_too_large', message: string) {
    super(message)
    this.fault = fault
  }
}

const tooLarge = (bytesMax: number) =>
  new JsonBodyFault('body_too_large', `The body is larger than ${bytesMax} bytes.`)

/** The request went away before its body was complete; nobody is left to answer. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'
}

function readAll(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) {
      request.resume()
      reject(tooLarge(bytesMax))
      return
    }
    const chunks: Buffer[] = []
    let sizeBytes = 0
    request.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length
      // Goes on reading and throws away: an answer in the middle of a request would be lost with the connection.
      if (sizeBytes > bytesMax) reject(tooLarge(bytesMax))
      else chunks.push(chunk)
    })
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    request.on('error', () => reject(new RequestAborted('The request was cut off.')))
    request.on('close', () => reject(new RequestAborted('The request was cut off.')))
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
const jsonType = /^application\/json[ \t]*(;[ \t]*charset[ \t]*=[ \t]*"?utf-?8"?[ \t]*)?;?$/i

/**
 * The body as a JSON value. An empty body is `{}`, so that an endpoint without required fields may be called without
 * one. Of a key that is there twice the last one counts, as JSON.parse has it.
 */
export async function readJson(request: IncomingMessage, bytesMax: number): Promise<unknown> {
  const body = await readAll(request, bytesMax)
  if (body.length === 0) return {}
  if (!jsonType.test(request.headers['content-type'] ?? '')) {
    throw new JsonBodyFault('malformed_json', 'Send the body as Content-Type: application/json.')
  }
  try {
    return JSON.parse(utf8.decode(body)) as unknown
  } catch {
    throw new JsonBodyFault('malformed_json', 'The body is not valid JSON.')
  }
}
