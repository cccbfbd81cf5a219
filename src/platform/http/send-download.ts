import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Log } from '../log/log.ts'
import type { AnswerPlan, Download } from './download.ts'
import { sendPieces, sendWhole } from './send-pieces.ts'

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

/** Headers for nginx, at the internal location `accel`, to send the file; undefined if it can't. nginx cuts the range. */
function handOver(
  file: Pick<Download, 'path'>,
  plan: AnswerPlan,
  request: IncomingHttpHeaders,
  accel: string | undefined,
): Readonly<Record<string, string>> | undefined {
  if (accel === undefined || file.path === undefined || !('range' in plan)) return undefined
  // nginx would compare these with its own ETag.
  if (request['if-match'] !== undefined || request['if-unmodified-since'] !== undefined) return undefined
  const {
    'Content-Length': _length,
    'Content-Range': _range,
    'Accept-Ranges': _unit,
    ...headers
  } = plan.headers
  return { ...headers, 'X-Accel-Redirect': `${accel}/${file.path}` }
}
