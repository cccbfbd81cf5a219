import type { IncomingMessage } from 'node:http'
import { BodyRefused, gatherBody, type BodyLimits } from './gather-body.ts'
import { mediaTypeOf } from './media-type.ts'
import { slowBodySentence } from './minimum-throughput.ts'

export class JsonBodyFault extends Error {
  override readonly name = 'JsonBodyFault'
  readonly fault: 'malformed_json' | 'body_too_large'

  constructor(fault: 'malformed_json' | 'body_too_large', message: string) {
    super(message)
    this.fault = fault
  }
}

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

function isJson(header: string | undefined): boolean {
  const type = mediaTypeOf(header)
  return type?.essence === 'application/json' && /^utf-?8$/i.test(type.params.get('charset') ?? 'utf-8')
}

/** An optional empty body is `{}`. The last of duplicate keys counts, as in JSON.parse. */
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
