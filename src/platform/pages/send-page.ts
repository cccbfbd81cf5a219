import type { FastifyReply } from 'fastify'
import { pagePolicy, renderPage, type Page } from './page.ts'

/** Answers with a page. */
export const sendPage = (reply: FastifyReply, status: number, page: Page): FastifyReply =>
  reply
    .code(status)
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', pagePolicy)
    .send(renderPage(page))
