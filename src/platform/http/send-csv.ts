import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'

export interface CsvFile {
  readonly fileName: string
  /** The header record first. */
  readonly records: () => Iterable<string> | AsyncIterable<string>
}

/** HEAD reads no records. */
export const sendCsv = (reply: FastifyReply, { fileName, records }: CsvFile): FastifyReply =>
  reply
    .headers({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': contentDisposition(fileName, { type: 'attachment' }),
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    })
    .send(reply.request.method === 'HEAD' ? '' : Readable.from(records()))
