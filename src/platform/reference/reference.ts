import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenApiDocument } from '../http/openapi-document.ts'
import { noneMatchHits } from '../http/range.ts'
import { referencePage, referencePolicy } from './page.ts'

interface Page {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
}

function page(text: string, headers: Readonly<Record<string, string>>): Page {
  const bytes = Buffer.from(text)
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  return {
    bytes,
    headers: {
      ...headers,
      ETag: etag,
      // Asked for again each time, but sent only when a new version is running.
      'Cache-Control': 'public, no-cache',
      'X-Content-Type-Options': 'nosniff',
    },
  }
}

/** Answers with bytes that were made at the start; Fastify leaves them out for HEAD. */
function serve({ bytes, headers }: Page) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers(headers)
    const known = request.headers['if-none-match']
    if (known !== undefined && noneMatchHits(known, headers['ETag'] ?? '')) return reply.code(304).send()
    return reply.send(bytes)
  }
}

/**
 * Puts the reference of an origin at `/docs` and its document at `/openapi.json`. Anybody may read both: they say no
 * more than the published files in `openapi/`.
 */
export function addReference(app: FastifyInstance, document: OpenApiDocument): void {
  const json = page(JSON.stringify(document), {
    'Content-Type': 'application/json; charset=utf-8',
    'Access-Control-Allow-Origin': '*',
  })
  const docs = page(referencePage(document), {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': referencePolicy,
    'Referrer-Policy': 'no-referrer',
  })
  app.route({ method: ['GET', 'HEAD'], url: '/openapi.json', handler: serve(json) })
  app.route({ method: ['GET', 'HEAD'], url: '/docs', handler: serve(docs) })
}
