import type { FastifyInstance } from 'fastify'
import { setCors } from '../../platform/http/cors.ts'
import { answerProblem } from './answer.ts'
import { problemFor } from '../parse.ts'
import { hasDotSegment } from './request-path.ts'
import type { ServiceProfile } from '../service.ts'

/** Answers paths with dot segments as unknown: servers and proxies disagree on which path they mean. */
export function refuseDotSegments(scope: FastifyInstance, service: ServiceProfile): void {
  scope.addHook('onRequest', (request, reply, done) => {
    if (!hasDotSegment(request.raw.url ?? '')) return done()
    request.exchange.service = service
    if (service.cors) setCors(reply)
    answerProblem(problemFor({ service }, service.codes.unknown_path), request, reply, service)
  })
}
