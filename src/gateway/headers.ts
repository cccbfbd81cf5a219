import type { IncomingHttpHeaders } from 'node:http'
import { hasBody } from '../api/exchange.ts'

type Headers = Readonly<IncomingHttpHeaders>

/** Headers of a connection, not of the message (RFC 9110, 7.6.1). */
const perConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** `Connection` must not name these (RFC 9110, 7.6.1): both sides of the gateway would see different requests. */
const endToEnd =
  /^(host|authorization|cookie|origin|referer|expect|date|range|forwarded|idempotency-key|user-agent|cache-control|location|retry-after|allow|etag|last-modified|set-cookie|vary)$|^(content|if|accept|access-control|sec|x-forwarded|x-request|x-ratelimit|x-accel|trace)(-|parent|state)/

export function withoutConnection(headers: Headers): IncomingHttpHeaders {
  const nominated = (headers.connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !endToEnd.test(name))
  const dropped = new Set([...perConnection, ...nominated])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}

/** Framed as the body arrived. Node sets `Host` to the upstream's, by which another proxy may route. */
export function requestHeaders(
  headers: Headers,
  { peer, relay }: { readonly peer: string | undefined; readonly relay: Headers },
): IncomingHttpHeaders {
  const { 'bureau-relay': _claimed, host, expect, ...kept } = withoutConnection(headers)
  return {
    ...kept,
    // Without a body, `Expect` is meaningless.
    ...(expect !== undefined && hasBody(headers) && { expect }),
    ...(headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
    ...(host !== undefined && { 'x-forwarded-host': host }),
    'x-forwarded-for': [headers['x-forwarded-for'], peer].flat().filter(Boolean).join(', '),
    ...relay,
  }
}
