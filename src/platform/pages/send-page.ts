import type { FastifyReply } from 'fastify'
import { neverCompress } from '../http/compression.ts'
import { pagePolicy, renderPage, type Page } from './page.ts'

/** Answers with a page. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  if (page.form) neverCompress(reply)
  return reply
    .code(status)
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', pagePolicy)
    .send(renderPage(page))
}
