import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders } from '../../platform/pages/headers.ts'
import { noticePage } from '../../platform/pages/notice.ts'
import { sendPage } from '../../platform/pages/send-page.ts'
import type { OriginProfile } from './origin-options.ts'
import { failureIn } from './server.ts'

const apiPath = /^\/(?:api|v\d+)(?:[/?#]|$)/i
const page = noticePage('Page not found', 'Check the address and try again.')

/** Browsers get a page, other clients an error in the shape of the origin's APIs. */
export function answerNotFound(
  profile: OriginProfile,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.header('Vary', 'Accept')
  if (!apiPath.test(request.url) && prefersPage(request.headers.accept))
    return sendPage(reply.headers(pageHeaders), 404, page)
  return reply.code(404).send(failureIn(profile, profile.codes.notFound, 'This path does not exist.'))
}

/** Whether the client names HTML and does not prefer JSON (RFC 9110, 12.5.1). */
function prefersPage(accept = ''): boolean {
  const weightOf = (type: string): number => {
    const range = accept.split(',').find((each) => each.split(';', 1)[0]?.trim().toLowerCase() === type)
    return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
  }
  const html = weightOf('text/html')
  return html > 0 && html >= weightOf('application/json')
}
