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
      // Revalidated each time, but sent only for a new version.
      'Cache-Control': 'public, no-cache',
      'X-Content-Type-Options': 'nosniff',
    },
  }
}

/** Fastify omits the bytes for HEAD. */
function serve({ bytes, headers }: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers(headers)
  const known = request.headers['if-none-match']
  if (known !== undefined && noneMatchHits(known, headers['ETag'] ?? '')) return reply.code(304).send()
  return reply.send(bytes)
}

export interface ReferenceOptions {
  /** Title and description for several services; a single one has its own. */
  readonly title: string
  readonly description: string
  /** Read late, because it may be known only once the origin listens. */
  readonly address: () => string
  readonly services: readonly MountedService[]
}

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

/** Serves `/docs` and `/openapi.json` to anyone. Both are built on the first request and cached. */
export function addReference(app: FastifyInstance, options: ReferenceOptions): void {
  let made: { readonly json: Page; readonly docs: Page } | undefined
  const pages = () => (made ??= makePages(originDocument(options)))
  addPage(app, '/openapi.json', (request, reply) => serve(pages().json, request, reply))
  addPage(app, '/docs', (request, reply) => serve(pages().docs, request, reply))
}

/** Redirects `/` to the reference of this origin or another one. */
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
