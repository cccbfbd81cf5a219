import type { FastifyReply } from 'fastify'
import { neverCompress } from '../http/compression.ts'
import { colorSchemeOf } from './color-scheme.ts'
import { pagePolicy, renderPage, type Page } from './page.ts'

export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  if (page.form) neverCompress(reply)
  return sendMarkup(reply, status, renderPage(page, colorSchemeOf(reply.request.headers.cookie)))
}

export const sendMarkup = (reply: FastifyReply, status: number, markup: string | Buffer): FastifyReply =>
  reply
    .code(status)
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', pagePolicy)
    .send(markup)
