import type { FastifyReply } from 'fastify'
import { DatabaseUnavailable } from '../../platform/database/health.ts'
import { databaseRetrySeconds } from '../failure.ts'
import { BlobStoreUnavailable } from '../../platform/blobs/store.ts'
import { FormRefused, type FormFault } from '../../platform/pages/form.ts'
import { colorSchemeOf } from '../../platform/pages/color-scheme.ts'
import { noticePage } from '../../platform/pages/notice.ts'
import { renderPage } from '../../platform/pages/page.ts'
import { sendMarkup, sendPage } from '../../platform/pages/send-page.ts'
import { PermitRefused } from '../../platform/concurrency/fair-limiter.ts'
import type { Context } from '../context.ts'
import { Problem, retryAfter, type ProblemInput } from '../problem.ts'
import type { Site, SitePage } from './page.ts'
import { isShared, type SharedCode } from './problems.ts'

export function problemFor(site: Site, code: string, input: ProblemInput = {}): Problem {
  const row = site.problems[code]
  if (!row) throw new Error(`${code} is not a problem of ${site.name}`)
  const [status, , sentence] = row
  return new Problem(code, [status, sentence], input)
}

export function answerProblem(site: Site, problem: Problem, reply: FastifyReply): FastifyReply {
  const { request } = reply
  const { status, code, message, headers = {} } = problem
  request.exchange.code = code
  const [, heading = '', , next] = site.problems[code] ?? []
  reply.headers(headers)
  if (status === 500)
    return sendPage(reply, status, noticePage(heading, message, { requestId: request.id, next }))
  const scheme = colorSchemeOf(request.headers.cookie)
  const name = `${site.name} ${code} ${scheme ?? ''} ${message}`
  let markup = rendered.get(name)
  if (!markup)
    remember(name, (markup = Buffer.from(renderPage(noticePage(heading, message, { next }), scheme))))
  return sendMarkup(reply, status, markup)
}

/** Rendering is most of the work of a refusal, so refusals are cached. */
const rendered = new Map<string, Buffer>()
const renderedMax = 100

function remember(name: string, markup: Buffer): void {
  if (rendered.size < renderedMax) rendered.set(name, markup)
}

const codeOfForm: Readonly<Record<FormFault, SharedCode>> = {
  not_a_form: 'malformed_form',
  too_many_fields: 'malformed_form',
  too_large: 'form_too_large',
  too_slow: 'form_too_slow',
}

/** Undefined for an unexpected error. */
function expected(error: unknown, site: Site, page: SitePage | undefined): Problem | undefined {
  if (error instanceof Problem) {
    const declared = isShared(error.code) || page?.definition.problems.includes(error.code) === true
    return declared ? error : undefined
  }
  if (error instanceof FormRefused) return problemFor(site, codeOfForm[error.fault])
  if (error instanceof PermitRefused) return problemFor(site, 'busy', retryAfter(error.retrySeconds))
  if (error instanceof DatabaseUnavailable)
    return problemFor(site, 'database_away', { ...retryAfter(databaseRetrySeconds), cause: error })
  if (error instanceof BlobStoreUnavailable) return problemFor(site, 'unreachable', { cause: error })
  // Fastify's own refusals, such as a malformed content type.
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (typeof code !== 'string' || !code.startsWith('FST_')) return undefined
  if (typeof statusCode !== 'number' || statusCode >= 500) return undefined
  return new Problem('malformed_form', [statusCode, problemFor(site, 'malformed_form').message])
}

/** The visitor learns what to do; the log has the cause. */
export function answerFailure(
  error: unknown,
  reply: FastifyReply,
  { site, page, context }: { readonly site: Site; readonly page?: SitePage; readonly context: Context },
): void {
  // The visitor disconnected, or has an answer.
  if (reply.sent || reply.raw.destroyed) return
  // Set by a download that failed before its first byte.
  for (const name of ['Content-Length', 'Content-Disposition', 'Content-Range', 'ETag', 'Last-Modified'])
    reply.removeHeader(name)
  const problem = expected(error, site, page)
  const fields = { request_id: reply.request.id, page: page?.id }
  if (!problem) context.log.error({ err: error, ...fields }, 'failed')
  else if (problem.cause !== undefined) context.log.warn({ err: problem.cause, ...fields }, 'refused')
  answerProblem(site, problem ?? problemFor(site, 'failed'), reply)
}
