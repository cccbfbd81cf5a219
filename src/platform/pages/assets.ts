import type { FastifyInstance } from 'fastify'
import { assetsPath, fonts } from './fonts.ts'

/** Paths contain a hash, so they are immutable. */
export function addAssets(app: FastifyInstance): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${assetsPath}:name`,
    handler: (request, reply) => {
      const font = fonts.get(assetsPath + (request.params as { readonly name: string }).name)
      if (!font) return reply.callNotFound()
      return reply
        .headers({
          'Content-Type': 'font/woff2',
          'Cache-Control': 'public, max-age=31536000, immutable',
          'X-Content-Type-Options': 'nosniff',
          'Cross-Origin-Resource-Policy': 'same-origin',
        })
        .send(font)
    },
  })
}
