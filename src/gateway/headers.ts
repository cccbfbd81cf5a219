import type { IncomingHttpHeaders } from 'node:http'
import { hasBody } from '../api/exchange.ts'

type Headers = Readonly<IncomingHttpHeaders>

/** Headers of one connection, not of the message (RFC 9110, 7.6.1); each side of the gateway has its own. */
const perConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * End-to-end headers. `Connection` may name further headers of the connection, but a sender must not name these
 * (RFC 9110, 7.6.1): one who does wants the two sides of the gateway to see different requests.
 */
const endToEnd =
  /^(host|authorization|cookie|origin|referer|expect|date|range|forwarded|idempotency-key|user-agent|cache-control|location|retry-after|allow|etag|last-modified|set-cookie|vary)$|^(content|if|accept|access-control|sec|x-forwarded|x-request|x-ratelimit|x-accel|trace)(-|parent|state)/

/** The headers of a message without those of its connection. */
export function withoutConnection(headers: Headers): IncomingHttpHeaders {
  const nominated = (headers.connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !endToEnd.test(name))
  const dropped = new Set([...perConnection, ...nominated])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}

/**
 * The head of a relayed request: framed exactly as its body came, by length or in chunks, and with the way that it
 * came so far. `Host` is that of the upstream, which a proxy between may choose the service by; Node sets it.
 */
export function requestHeaders(
  headers: Headers,
  { peer, relay }: { readonly peer: string | undefined; readonly relay: Headers },
): IncomingHttpHeaders {
  const { 'bureau-relay': _claimed, host, expect, ...kept } = withoutConnection(headers)
  return {
    ...kept,
    // Without a body `Expect` is meaningless.
    ...(expect !== undefined && hasBody(headers) && { expect }),
    ...(headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
    ...(host !== undefined && { 'x-forwarded-host': host }),
    'x-forwarded-for': [headers['x-forwarded-for'], peer].flat().filter(Boolean).join(', '),
    ...relay,
  }
}
