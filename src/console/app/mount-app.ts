import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseCoding } from '../../platform/http/compression.ts'
import { noneMatchHits } from '../../platform/http/range.ts'
import { colorSchemeOf } from '../../platform/pages/color-scheme.ts'
import { pageHeaders } from '../../platform/pages/headers.ts'
import { noticePage } from '../../platform/pages/notice.ts'
import { sendPage } from '../../platform/pages/send-page.ts'
import { readBuild, storedCodings, type Build } from './build.ts'

const buildDirectory = join(import.meta.dirname, '../../../web/dist')

/** The client itself answers for unknown addresses below them. */
const indexPaths = ['/', '/setup', '/w', '/w/*', '/me', '/me/*', '/operator', '/operator/*']

const indexPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const indexHeaders = {
  ...pageHeaders,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': indexPolicy,
  'Cache-Control': 'no-cache',
  // With `no-referrer`, forms to the account pages would have `Origin: null`.
  'Referrer-Policy': 'same-origin',
  Vary: 'Cookie',
}

const missing = noticePage(
  'The web app is not built',
  'The APIs run. To build the app, run "npm start" where Bureau is installed, and read what it says.',
)

/** Serves the web client. Signed out as well: the client asks the API who is there. */
export function mountApp(app: FastifyInstance, directory = buildDirectory): void {
  const build = readBuild(directory)
  for (const path of indexPaths)
    addPath(app, path, (request, reply) =>
      build ? sendIndex(build, request, reply) : sendPage(reply.headers(pageHeaders), 503, missing),
    )
  addPath(app, '/in', (_request, reply) =>
    reply.headers(pageHeaders).code(303).header('Location', '/').send(),
  )
  addPath(app, '/app/:name', (request, reply) => {
    const file = build?.files.get((request.params as { readonly name: string }).name)
    if (!file) return reply.callNotFound()
    const coding = chooseCoding(request.headers['accept-encoding'], Object.keys(storedCodings))
    const packed = coding === undefined ? undefined : file.codings[coding]
    if (packed) reply.header('Content-Encoding', coding)
    return reply
      .headers({
        'Content-Type': file.type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
        Vary: 'Accept-Encoding',
      })
      .send(packed ?? file.bytes)
  })
}

function sendIndex(build: Build, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { markup, etag } = build.index(colorSchemeOf(request.headers.cookie))
  reply.headers({ ...indexHeaders, ETag: etag })
  const known = request.headers['if-none-match']
  if (known !== undefined && noneMatchHits(known, etag)) return reply.code(304).send()
  return reply.send(markup)
}

const read = ['GET', 'HEAD']

function addPath(
  app: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  app.route({ method: read, url, handler })
  app.route({
    method: app.supportedMethods.filter((method) => !read.includes(method)),
    url,
    handler: (_request, reply) =>
      reply
        .code(405)
        .headers({ ...pageHeaders, Allow: read.join(', '), 'Content-Type': 'text/plain; charset=utf-8' })
        .send('This page can only be read. Use GET.\n'),
  })
}
