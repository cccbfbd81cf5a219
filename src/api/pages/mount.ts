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

/** Mounts the pages of a site under its prefix, or each under its first segment. */
export async function mountPages(app: FastifyInstance, mounting: PageMounting): Promise<void> {
  const { site, pages } = mounting
  for (const [prefix, below] of byPrefix(site, pages)) await mountBelow(app, prefix, below, mounting)
}

type Placed = { readonly path: string; readonly page: SitePage }

/** By prefix, in the router's syntax. */
function byPrefix(site: Site, pages: readonly SitePage[]): ReadonlyMap<string, readonly Placed[]> {
  const placed = pages.flatMap((page) =>
    pathsOf(page).map((path) => {
      const whole = site.prefix + path.replaceAll(/\{(\w+)\}/g, ':$1')
      const prefix = site.prefix || `/${whole.split('/')[1] ?? ''}`
      return { prefix, path: whole.slice(prefix.length), page }
    }),
  )
  return Map.groupBy(placed, ({ prefix }) => prefix)
}

async function mountBelow(
  app: FastifyInstance,
  prefix: string,
  placed: readonly Placed[],
  mounting: PageMounting,
): Promise<void> {
  const { site } = mounting
  await app.register(
    (scope, _options, done) => {
      scope.addHook('onRequest', (_request, reply, next) => {
        reply.headers(pageHeaders)
        next()
      })
      scope.setErrorHandler((error, _request, reply) => answerFailure(error, reply, mounting))
      // Unknown paths beside the start page are the origin's.
      if (prefix !== '/')
        scope.setNotFoundHandler((_request, reply) =>
          answerProblem(site, problemFor(site, 'unknown_path'), reply),
        )
      for (const [path, at] of Map.groupBy(placed, (one) => one.path))
        addPath(
          scope,
          path,
          at.map(({ page }) => page),
          mounting,
        )
      done()
    },
    { prefix },
  )
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
