import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Context } from './context.ts'
import { preflightHeaders, setCors } from '../platform/http/cors.ts'
import { planDownload, type Download } from '../platform/http/download.ts'
import { auditRefusal, authenticate, schemesOf, schemesOfUnknown, type AcceptedScheme } from './admission.ts'
import { answerProblem, sendJson, sendText } from './http/answer.ts'
import { refuseDotSegments } from './http/dot-segments.ts'
import type { Endpoint } from './endpoint.ts'
import { RequestView } from './exchange.ts'
import { toProblem } from './failure.ts'
import type { EndpointScheme } from './auth-scheme.ts'
import { readBody } from './read-body.ts'
import { parseInput, problemFor } from './parse.ts'
import type { Problem } from './problem.ts'
import { Csv, isSchema, OtherStatus, Preserialized, WithCookies, type Result } from './result.ts'
import { sendDownload } from '../platform/http/send-download.ts'
import { sendCsv } from '../platform/http/send-csv.ts'
import { sendEvents } from '../platform/http/send-events.ts'
import type { ServiceProfile } from './service.ts'

export interface MountedService {
  /** Path before each endpoint's own: `/api/v1`, `/v1/files`. */
  readonly prefix: string
  readonly service: ServiceProfile
  readonly endpoints: readonly Endpoint[]
}

export interface Mounting extends MountedService {
  readonly schemes: readonly EndpointScheme[]
  readonly context: Context
  /** A request that exceeds it gets `timed_out`; an answer in progress is cut off. */
  readonly timeoutMs?: number
}

interface Route {
  readonly endpoint: Endpoint | undefined
  readonly accepted: readonly AcceptedScheme[]
  readonly mounting: Mounting
}

type EndpointRoute = Route & { readonly endpoint: Endpoint }

const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Callers are authenticated before the body is read. Failures of any kind have the service's shape. */
export async function mount(app: FastifyInstance, mounting: Mounting): Promise<void> {
  const unknown: Route = { endpoint: undefined, accepted: schemesOfUnknown(mounting), mounting }
  const routes = mounting.endpoints.map((endpoint): EndpointRoute => {
    if (endpoint.service.name !== mounting.service.name)
      throw new Error(
        `${endpoint.id} is declared for ${endpoint.service.name}, not for ${mounting.service.name}`,
      )
    return { endpoint, accepted: schemesOf(endpoint, mounting), mounting }
  })
  await app.register(
    (scope, _options, done) => {
      refuseDotSegments(scope, mounting.service)
      scope.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, mounting))
      scope.setNotFoundHandler((request, reply) => refuseUnknown(request, reply, unknown))
      for (const [path, atPath] of byPath(routes)) addPath(scope, path, atPath, unknown)
      done()
    },
    { prefix: mounting.prefix },
  )
}

function byPath(routes: readonly EndpointRoute[]): ReadonlyMap<string, readonly EndpointRoute[]> {
  return Map.groupBy(routes, ({ endpoint }) => routePath(endpoint.definition.path))
}

function addPath(
  scope: FastifyInstance,
  url: string,
  routes: readonly EndpointRoute[],
  unknown: Route,
): void {
  const { service } = unknown.mounting
  const taken = new Set<HTTPMethods>()
  for (const route of routes) {
    const { method } = route.endpoint.definition
    const methods: HTTPMethods[] = method === 'GET' ? ['GET', 'HEAD'] : [method]
    for (const each of methods) taken.add(each)
    scope.route({
      method: methods,
      url,
      onRequest: (request, reply) => admit(route, request, reply),
      handler: (request, reply) => serve(route, request, reply),
    })
  }
  if (service.cors) {
    const allowed = [...taken].join(', ')
    scope.options(url, (request, reply) => {
      request.exchange.service = service
      return reply.code(204).headers(preflightHeaders(allowed)).send()
    })
    taken.add('OPTIONS')
  }
  const allowed = [...taken].join(', ')
  scope.route({
    method: scope.supportedMethods.filter((method) => !taken.has(method)),
    url,
    handler: (request, reply) => refuseMethod(request, reply, unknown, allowed),
  })
}

async function admit(
  { endpoint, accepted, mounting }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { exchange } = request
  const { service, timeoutMs } = mounting
  exchange.service = service
  if (endpoint) exchange.endpoint = endpoint
  if (service.cors) setCors(reply)
  if (timeoutMs !== undefined) boundTime(request, reply, mounting, timeoutMs)
  await authenticate(accepted, endpoint, mounting, request, reply)
}

function boundTime(
  request: FastifyRequest,
  reply: FastifyReply,
  mounting: Mounting,
  timeoutMs: number,
): void {
  const { service } = mounting
  const timer = setTimeout(() => {
    request.exchange.abort()
    if (reply.raw.headersSent) return void reply.raw.destroy()
    const problem = problemFor({ service }, service.codes.timed_out)
    answerProblem(problem, request, reply, service)
    void auditRefusal(request, mounting, problem.code)
  }, timeoutMs)
  reply.raw.once('close', () => clearTimeout(timer))
}

async function serve(
  { endpoint, mounting: { context } }: EndpointRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { definition, service } = endpoint
  definition.permit?.(request.exchange.principal, request.params)
  const params = definition.params ? parseInput(endpoint, 'params', definition.params, request.params) : {}
  const query = definition.query ? parseInput(endpoint, 'query', definition.query, request.query) : {}
  const body = await readBody(endpoint, request, reply, context)
  const { principal } = request.exchange
  const handled = await definition.handle(
    { params, query, body },
    { ...context, principal, call: new RequestView(request) },
  )
  if (reply.sent) return undefined
  const answer = handled instanceof WithCookies ? setCookies(reply, handled) : handled
  const { result } = definition
  const output: unknown = answer instanceof OtherStatus ? answer.output : answer
  reply.code((answer instanceof OtherStatus ? definition.otherStatus : definition.status) ?? 200)
  if (definition.csv) reply.header('Vary', 'Accept')
  if (output instanceof Csv) return sendCsv(reply, output.file)
  if (output instanceof Preserialized)
    return sendPreserialized(reply, endpoint, output as Preserialized<Result>)
  if (isSchema(result)) return sendJson(reply, service.envelope.success(result.parse(output)))
  if (result.kind === 'none') return reply.code(204).send()
  if (result.kind === 'events') return sendEvents(reply, output as () => Readable)
  if (result.kind === 'download') return answerDownload(endpoint, output as Download, reply, context)
  const { data, meta } = output as { data: unknown; meta: unknown }
  return sendJson(reply, service.envelope.success(result.data.parse(data), result.meta.parse(meta)))
}

function setCookies(reply: FastifyReply, { output, cookies }: WithCookies<unknown>): unknown {
  // They replace those of the scheme, which prolong the session that the handler began or ended.
  reply.removeHeader('Set-Cookie')
  for (const cookie of cookies) reply.header('Set-Cookie', cookie)
  return output
}

function sendPreserialized(
  reply: FastifyReply,
  { id, definition, service }: Endpoint,
  { declared, text, meta }: Preserialized<Result>,
): FastifyReply {
  if (declared !== definition.result) throw new Error(`${id} wrote another result than it declares.`)
  return sendText(reply, service.envelope.around(text, meta))
}

async function answerDownload(
  endpoint: Endpoint,
  file: Download,
  reply: FastifyReply,
  context: Context,
): Promise<FastifyReply> {
  const plan = planDownload(file, reply.request.headers)
  if (!('fault' in plan))
    return sendDownload(reply, file, plan, { log: context.log, accel: context.settings.accel })
  reply.headers(plan.headers)
  throw problemFor(endpoint, endpoint.service.codes[plan.fault])
}

async function refuseMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  unknown: Route,
  allowed: string,
): Promise<never> {
  const { mounting } = unknown
  await admit(unknown, request, reply)
  const problem = problemFor(mounting, mounting.service.codes.unknown_method)
  if (problem.status === 405) reply.header('Allow', allowed)
  throw problem
}

async function refuseUnknown(request: FastifyRequest, reply: FastifyReply, unknown: Route): Promise<unknown> {
  const { mounting } = unknown
  try {
    await admit(unknown, request, reply)
    throw problemFor(mounting, mounting.service.codes.unknown_path)
  } catch (error) {
    return answerFailure(error, request, reply, mounting)
  }
}

function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  mounting: Mounting,
): unknown {
  const { service, context } = mounting
  const { exchange } = request
  // Answered already, for example by the time limit.
  if (reply.sent) return undefined
  const { problem, unexpected } = toProblem(error, service, exchange.endpoint, exchange.id)
  const fields = { request_id: exchange.id, endpoint: exchange.endpoint?.id }
  if (unexpected && !reply.raw.destroyed) context.log.error({ err: error, ...fields }, 'failed')
  else if (problem.cause !== undefined && !reply.raw.destroyed)
    context.log.warn({ err: problem.cause, ...fields }, 'refused')
  const answer = () => answerRefusal(problem, request, reply, service)
  return auditRefusal(request, mounting, problem.code, error)?.then(answer) ?? answer()
}

function answerRefusal(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  service: ServiceProfile,
): FastifyReply | undefined {
  // Answered in the meantime, or the client went away.
  if (reply.sent || reply.raw.destroyed) return undefined
  // A stream may have set these already.
  for (const name of ['Content-Length', 'Content-Disposition', 'ETag', 'Last-Modified'])
    reply.removeHeader(name)
  // A range outside the file is answered with the file's length.
  if (problem.status !== 416) reply.removeHeader('Content-Range')
  return answerProblem(problem, request, reply, service)
}
