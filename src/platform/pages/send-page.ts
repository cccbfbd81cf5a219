import type { FastifyReply } from 'fastify'
import { neverCompress } from '../http/compression.ts'
import { colorSchemeOf } from './color-scheme.ts'
import { pagePolicy, policyOf, renderPage, type Page } from './page.ts'

export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  if (page.form) neverCompress(reply)
  const markup = renderPage(page, colorSchemeOf(reply.request.headers.cookie))
  return sendMarkup(reply, status, markup, policyOf(page))
}

export const sendMarkup = (
  reply: FastifyReply,
  status: number,
  markup: string | Buffer,
  policy = pagePolicy,
): FastifyReply =>
  reply
    .code(status)
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', policy)
    .send(markup)
