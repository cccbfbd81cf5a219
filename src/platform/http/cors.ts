import type { FastifyReply } from 'fastify'

const exposed = [
  'X-Request-Id',
  'X-RateLimit-Limit-Minute',
  'X-RateLimit-Remaining-Minute',
  'X-RateLimit-Reset-Seconds',
  'X-RateLimit-Limit-Day',
  'X-RateLimit-Remaining-Day',
  'Retry-After',
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'ETag',
].join(', ')

/** Any origin may read responses; cookies are never accepted (docs/api/conventions.md#cors). */
export function setCors(reply: FastifyReply): void {
  reply.header('Access-Control-Allow-Origin', '*').header('Access-Control-Expose-Headers', exposed)
}

/** Named headers, because `*` does not cover Authorization. */
export const preflightHeaders = (methods: string): Readonly<Record<string, string>> => ({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Range, If-Range, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since, Idempotency-Key',
  'Access-Control-Max-Age': '86400',
})
