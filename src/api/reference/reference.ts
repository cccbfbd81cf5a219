import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { MountedService } from '../mount.ts'
import { mergeDocuments } from '../openapi/merge.ts'
import { openApi } from '../openapi/openapi.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { noneMatchHits } from '../../platform/http/range.ts'
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
      // Revalidated each time, but sent only when a new version runs.
      'Cache-Control': 'public, no-cache',
      'X-Content-Type-Options': 'nosniff',
    },
  }
}

/** Answers with prepared bytes; Fastify omits them for HEAD. */
function serve({ bytes, headers }: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers(headers)
  const known = request.headers['if-none-match']
  if (known !== undefined && noneMatchHits(known, headers['ETag'] ?? '')) return reply.code(304).send()
  return reply.send(bytes)
}

export interface ReferenceOptions {
  /** Title and description of an origin with several services; a single service has its own. */
  readonly title: string
  readonly description: string
  /** The public address of the origin. It may be known only once the origin listens, so it is read late. */
  readonly address: () => string
  readonly services: readonly MountedService[]
}

/** The document of everything mounted on one origin, with the address that callers use. */
export function originDocument({ title, description, address, services }: ReferenceOptions): OpenApiDocument {
  const [only, ...others] = services
  if (only && others.length === 0) {
    return openApi(only.service, only.endpoints, { servers: [{ url: address() + only.prefix }] })
  }
  const servers = [{ url: address() }]
  const documents = services.map(({ prefix, service, endpoints }) => ({
    name: service.name,
    document: openApi(service, endpoints, { servers, pathPrefix: prefix }),
  }))
  return mergeDocuments({ title, description }, servers, documents)
}

/**
 * Serves the reference of an origin at `/docs`, and its OpenAPI document at `/openapi.json`. Anyone may read both: they hold
 * nothing beyond the published files in `openapi/`. Both are built on the first request and cached.
 */
export function addReference(app: FastifyInstance, options: ReferenceOptions): void {
  let made: { readonly json: Page; readonly docs: Page } | undefined
  const pages = () => (made ??= makePages(originDocument(options)))
  addPage(app, '/openapi.json', (request, reply) => serve(pages().json, request, reply))
  addPage(app, '/docs', (request, reply) => serve(pages().docs, request, reply))
}

/** Leads people who type the address of an origin to its reference, or to that of another origin. */
export function leadToReference(app: FastifyInstance, reference = (): string => '/docs'): void {
  addPage(app, '/', (_request, reply) => reply.redirect(reference(), 302))
}

function addPage(
  app: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  const read = ['GET', 'HEAD']
  app.route({ method: read, url, handler })
  app.route({
    method: app.supportedMethods.filter((method) => !read.includes(method)),
    url,
    handler: (_request, reply) => {
      const headers = { Allow: read.join(', '), 'Content-Type': 'text/plain; charset=utf-8' }
      return reply.code(405).headers(headers).send('This page can only be read. Use GET.\n')
    },
  })
}

const makePages = (document: OpenApiDocument) => ({
  json: page(JSON.stringify(document), {
    'Content-Type': 'application/json; charset=utf-8',
    'Access-Control-Allow-Origin': '*',
  }),
  docs: page(referencePage(document), {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': referencePolicy,
    'Referrer-Policy': 'no-referrer',
  }),
})
