import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../problem.ts'
import type { ServiceProfile } from '../service.ts'

export const sendJson = (reply: FastifyReply, value: unknown): FastifyReply =>
  sendText(reply, JSON.stringify(value))

export const sendText = (reply: FastifyReply, json: string): FastifyReply =>
  reply.header('Content-Type', 'application/json; charset=utf-8').send(json)

export function answerProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  service: ServiceProfile,
): FastifyReply {
  request.exchange.code = problem.code
  if (problem.headers) reply.headers(problem.headers)
  return sendJson(reply.code(problem.status), service.envelope.failure(problem))
}
