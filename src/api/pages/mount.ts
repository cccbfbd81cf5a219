import type { FastifyInstance, HTTPMethods } from 'fastify'
import { pageHeaders } from '../../platform/pages/headers.ts'
import type { Context } from '../context.ts'
import { answerFailure, answerProblem, problemFor } from './failure.ts'
import { pathsOf, type Site, type SitePage } from './page.ts'
import { serve } from './serve.ts'

export interface PageMounting {
  readonly site: Site
  readonly pages: readonly SitePage[]
  readonly context: Context
}

/**
 * Mounts the pages of a site under its prefix. Every request takes the same steps: headers, same origin, parameters,
 * gate, query, form, handler, answer. Failures of any kind are answered with a page.
 */
export async function mountPages(app: FastifyInstance, mounting: PageMounting): Promise<void> {
  const { site, pages } = mounting
  await app.register(
    (scope, _options, done) => {
      scope.removeAllContentTypeParsers()
      // Forms are read as the page declares, never before.
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
      scope.addHook('onRequest', (_request, reply, next) => {
        reply.headers(pageHeaders)
        next()
      })
      scope.setErrorHandler((error, _request, reply) => answerFailure(error, reply, mounting))
      scope.setNotFoundHandler((_request, reply) =>
        answerProblem(site, problemFor(site, 'unknown_path'), reply),
      )
      for (const [path, at] of byPath(pages)) addPath(scope, path, at, mounting)
      done()
    },
    { prefix: site.prefix },
  )
}

/** `/{link}/download` in the router's syntax → the pages at that path. */
const byPath = (pages: readonly SitePage[]): ReadonlyMap<string, readonly SitePage[]> => {
  const placed = pages.flatMap((page) => pathsOf(page).map((path) => ({ path, page })))
  const groups = Map.groupBy(placed, ({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1'))
  return new Map([...groups].map(([path, group]) => [path, group.map(({ page }) => page)]))
}

function addPath(
  scope: FastifyInstance,
  url: string,
  pages: readonly SitePage[],
  mounting: PageMounting,
): void {
  const allowed: HTTPMethods[] = []
  for (const page of pages) {
    const methods: HTTPMethods[] = page.definition.method === 'GET' ? ['GET', 'HEAD'] : ['POST']
    allowed.push(...methods)
    scope.route({
      method: methods,
      url,
      onRequest: (request, _reply, next) => {
        request.exchange.page = page
        next()
      },
      errorHandler: (error, _request, reply) => answerFailure(error, reply, { ...mounting, page }),
      handler: (request, reply) => serve(page, request, reply, mounting.context),
    })
  }
  scope.route({
    method: scope.supportedMethods.filter((method) => !allowed.includes(method)),
    url,
    handler: (_request, reply) => {
      const { site } = mounting
      return answerProblem(
        site,
        problemFor(site, 'unknown_method'),
        reply.header('Allow', allowed.join(', ')),
      )
    },
  })
}
