import type { IncomingMessage } from 'node:http'
import { BodyRefused, gatherBody, type BodyLimits } from './gather-body.ts'
import { mediaTypeOf } from './media-type.ts'
import { slowBodySentence } from './minimum-throughput.ts'

/** Why a JSON body could not be read; the service's table says which code that is. */
export class JsonBodyFault extends Error {
  override readonly name = 'JsonBodyFault'
  readonly fault: 'malformed_json' | 'body_too_large'

  constructor(fault: 'malformed_json' | 'body_too_large', message: string) {
    super(message)
    this.fault = fault
  }
}

/** The body, or the fault that it is larger or comes more slowly than it may. */
export async function readWhole(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  try {
    return await gatherBody(request, limits)
  } catch (error) {
    if (!(error instanceof BodyRefused)) throw error
    if (error.reason === 'too_slow') throw new JsonBodyFault('malformed_json', slowBodySentence)
    throw new JsonBodyFault('body_too_large', `The body is larger than ${limits.bytesMax} bytes. Send less.`)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** `application/json` with any parameters, except a charset other than UTF-8. */
function isJson(header: string | undefined): boolean {
  const type = mediaTypeOf(header)
  return type?.essence === 'application/json' && /^utf-?8$/i.test(type.params.get('charset') ?? 'utf-8')
}

/**
 * The body as a JSON value. Unless one is required, an empty body is `{}`, so that an endpoint without required fields may
 * be called without one. Of a key that is there twice the last one counts, as JSON.parse has it.
 */
export async function readJson(
  request: IncomingMessage,
  limits: BodyLimits & { readonly required?: boolean | undefined },
): Promise<unknown> {
  const body = await readWhole(request, limits)
  if (body.length === 0) {
    if (limits.required) throw new JsonBodyFault('malformed_json', 'The body is empty. Send a JSON object.')
    return {}
  }
  if (!isJson(request.headers['content-type'])) {
    throw new JsonBodyFault('malformed_json', 'Send the body as Content-Type: application/json.')
  }
  try {
    return JSON.parse(utf8.decode(body)) as unknown
  } catch {
    throw new JsonBodyFault('malformed_json', 'The body is not valid JSON.')
  }
}
