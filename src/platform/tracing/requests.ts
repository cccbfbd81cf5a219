import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  type Span,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { methodOf } from '../http/request-method.ts'
import { markFailed, type Spans } from './spans.ts'

const propagator = new W3CTraceContextPropagator()

export function traceRequests(app: FastifyInstance, spans: Spans): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request
    const method = methodOf(request)
    const { span, context } = spans.begin({
      name: method,
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, 'bureau.request_id': request.id },
      parent: propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter),
    })
    // For a relayed request.
    propagator.inject(context, headers, defaultTextMapSetter)
    reply.raw.once('close', () => finish(span, request, reply))
    spans.within(context, done)
  })
}

function finish(span: Span, request: FastifyRequest, { raw }: FastifyReply): void {
  const { exchange, routeOptions } = request
  const route = routeOptions.url
  const operation = exchange.endpoint?.id ?? route
  if (operation !== undefined) span.updateName(`${methodOf(request)} ${operation}`)
  if (route !== undefined) span.setAttribute('http.route', route)
  if (exchange.service) span.setAttribute('bureau.service', exchange.service.name)
  if (exchange.code !== undefined) span.setAttribute('bureau.code', exchange.code)
  if (raw.writableFinished) {
    span.setAttribute('http.response.status_code', raw.statusCode)
    if (raw.statusCode >= 500) markFailed(span, String(raw.statusCode))
  } else {
    markFailed(span, 'aborted')
  }
  span.end()
}
