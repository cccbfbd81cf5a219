import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { formLimitsDefault, readForm } from '../../platform/pages/form.ts'
import { isSameOrigin } from '../../platform/pages/same-origin.ts'
import { sendPage } from '../../platform/pages/send-page.ts'
import { visitorFlow } from '../limiters.ts'
import { RequestView, sendContinue } from '../exchange.ts'
import type { Context } from '../context.ts'
import { problemOf } from '../field.ts'
import { Problem } from '../problem.ts'
import { problemFor } from './failure.ts'
import type { PageContext, SitePage, Visit } from './page.ts'
import { sendAnswer, setCookies } from './send.ts'

interface Call {
  readonly page: SitePage
  readonly context: PageContext<unknown>
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export async function serve(
  page: SitePage,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
): Promise<FastifyReply> {
  const { site, definition } = page
  const isForm = definition.method === 'POST'
  if (isForm && !isSameOrigin(request.headers, context.origins[site.origin]))
    throw problemFor(site, 'cross_site')
  const params = parse(page, definition.params, request.params, 'unknown_path')
  if (site.logFields) request.exchange.logFields = site.logFields(params, context)
  const visit = new RequestVisit(request)
  const scheme = site.schemes[definition.who]
  const found = scheme && (await withPermit(page, visit, context, () => scheme.authenticate(visit, context)))
  if (found && found.outcome !== 'authenticated') {
    if (!site.challenge) throw found.refusal
    setCookies(reply, found.cookies)
    return sendAnswer(site.challenge(visit), reply, { site, context })
  }
  const query = parse(page, definition.query, request.query, 'unknown_path')
  setCookies(reply, found?.cookies)
  const parts = { ...context, caller: found?.caller, visit }
  const call: Call = { page, context: parts, params, query, request, reply }
  return isForm ? submitForm(call) : handle(call, {})
}

/** Pages without a link, such as the log-in, share one flow, so that a thousand addresses there do not block links. */
function withPermit<Result>(
  { site }: SitePage,
  { address, params, signal }: Visit,
  { limiters }: Context,
  work: () => Promise<Result>,
): Promise<Result> {
  const [link] = Object.values(params)
  return limiters.visits.run(visitorFlow(address, `${site.name}/${link ?? ''}`), work, { signal })
}

async function handle(
  { page: { site, definition }, context, params, query, reply }: Call,
  form: Readonly<Record<string, unknown>>,
): Promise<FastifyReply> {
  const answer = await definition.handle({ params, query, form }, context)
  return sendAnswer(answer, reply, { site, context })
}

async function submitForm(call: Call): Promise<FastifyReply> {
  const { page, context, params, request, reply } = call
  const { definition } = page
  sendContinue(request, reply.raw)
  const room = context.bodies.strangers.from(request.exchange.address)
  const raw = await readForm(request.raw, { ...formLimitsDefault, ...definition.formLimits, room })
  try {
    const form = parse(page, definition.form, raw, 'malformed_form')
    return await withPermit(page, context.visit, context, () => handle(call, form))
  } catch (error) {
    const again = error instanceof Problem && definition.problems.includes(error.code) && definition.again
    if (!again) throw error
    request.exchange.code = error.code
    const shown = await again(error, { params, form: raw }, context)
    return sendPage(reply.headers(error.headers ?? {}), error.status, shown)
  }
}

/** The first invalid field decides the problem. */
function parse(
  { site }: SitePage,
  schema: z.ZodObject | undefined,
  value: unknown,
  otherwise: 'unknown_path' | 'malformed_form',
): Readonly<Record<string, unknown>> {
  if (!schema) return {}
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path[0]
  const declared = typeof field === 'string' ? problemOf(schema.shape[field] as z.ZodType) : undefined
  throw problemFor(site, declared ?? otherwise)
}

class RequestVisit extends RequestView implements Visit {
  readonly returnPath: Visit['returnPath']

  constructor(request: FastifyRequest) {
    super(request)
    const [path = ''] = request.url.split('?')
    this.returnPath = request.method === 'POST' ? undefined : `/${path.slice(1)}`
  }
}
