import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Log } from '../log/log.ts'
import type { AnswerPlan, Download } from './download.ts'
import { sendPieces, sendWhole } from './send-pieces.ts'

/** Answers as planned: with the bytes, without them for HEAD, or with the word by which nginx sends them in our place. */
export async function sendDownload(
  reply: FastifyReply,
  file: Download,
  plan: AnswerPlan,
  { log, accel }: { readonly log: Log; readonly accel: string | undefined },
): Promise<FastifyReply> {
  const { headers, method } = reply.request
  const handedOver = handOver(file, plan, headers, accel)
  if (handedOver) return reply.headers(handedOver).send()
  reply.code(plan.status).headers(plan.headers)
  if (!('range' in plan) || method === 'HEAD') return reply.send()
  const { start, end } = plan.range
  if (file.bytes) return sendWhole(reply, file.bytes.subarray(start, end + 1))
  return sendPieces(reply, await file.open(plan.range), log)
}

/**
 * The headers of an answer whose bytes nginx sends in our place, from the file itself; undefined when they are ours to
 * send. `accel` is the internal location of nginx. Whether the client has these bytes already, and whether there is such
 * a range, was decided before; nginx cuts the range out.
 */
function handOver(
  file: Pick<Download, 'path'>,
  plan: AnswerPlan,
  request: IncomingHttpHeaders,
  accel: string | undefined,
): Readonly<Record<string, string>> | undefined {
  if (accel === undefined || file.path === undefined || !('range' in plan)) return undefined
  // nginx judges these by what it knows of the file, and that is not our ETag.
  if (request['if-match'] !== undefined || request['if-unmodified-since'] !== undefined) return undefined
  const {
    'Content-Length': _length,
    'Content-Range': _range,
    'Accept-Ranges': _unit,
    ...headers
  } = plan.headers
  return { ...headers, 'X-Accel-Redirect': `${accel}/${file.path}` }
}
