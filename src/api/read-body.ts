import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { detachAfterUse } from '../platform/detach.ts'
import type { WholeBody } from './body.ts'
import type { Context } from './context.ts'
import type { Endpoint } from './endpoint.ts'
import { sendContinue } from './exchange.ts'
import type { OpenRoom } from '../platform/http/body-memory.ts'
import { withoutEmpty } from './field.ts'
import { readJson, readWhole } from '../platform/http/json-body.ts'
import { withMinimumThroughput, type MinimumThroughput } from '../platform/http/minimum-throughput.ts'
import { isMultipart } from '../platform/http/media-type.ts'
import { slowBody, type Multipart, type MultipartBody } from '../platform/http/multipart.ts'
import { readMultipart } from '../platform/http/read-multipart.ts'
import { parseInput, problemFor } from './parse.ts'

interface IncomingBody {
  readonly request: FastifyRequest
  readonly onWanted: () => void
  readonly throughputMin: MinimumThroughput
  readonly room: OpenRoom
}

export function readBody(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { bodies, settings }: Pick<Context, 'bodies' | 'settings'>,
): unknown {
  const { body } = endpoint.definition
  if (body === undefined) return undefined
  // Clients that sent `Expect` continue only now, so a refused upload is never sent.
  const onWanted = () => sendContinue(request, reply.raw)
  const { principal, address } = request.exchange
  const memory = principal.kind === 'nobody' ? bodies.strangers : bodies.callers
  const incoming = {
    request,
    onWanted,
    throughputMin: settings.uploadThroughputMin,
    room: memory.from(address),
  }
  if (!('kind' in body)) {
    onWanted()
    return readObject(endpoint, body, incoming)
  }
  if (body.kind === 'bytes') return bytesOf(incoming)
  if (body.kind === 'whole') {
    return () => wholeOf(body, incoming)
  }
  if (body.kind === 'multipart') return formIn(endpoint, body, incoming)
  const { 'content-type': type } = request.headers
  return isMultipart(type) ? formIn(endpoint, body.form, incoming) : formAround(body.form, incoming)
}

const formIn = (
  endpoint: Endpoint,
  form: MultipartBody,
  { request, onWanted, throughputMin, room }: IncomingBody,
): Multipart<unknown> =>
  readMultipart(request.raw, form, { welcome: onWanted, throughputMin, room }, (raw) =>
    parseInput(endpoint, 'body', form.fields, raw),
  )

/** Treats raw bytes as a form without fields. */
function formAround(form: MultipartBody, incoming: IncomingBody): Multipart<unknown> {
  const length = incoming.request.headers['content-length']
  const file = {
    fileName: '',
    bytes: bytesOf(incoming),
    ...(length !== undefined && { sizeBytes: Number(length) }),
    fieldsMayFollow: false,
  }
  return {
    receive: async (store) => ({ stored: await store(file, {}), fields: form.fields.parse({}) }),
  }
}

function bytesOf({ request, onWanted, throughputMin }: IncomingBody): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]: () => {
      onWanted()
      // Destroying the request would close the connection and lose the answer.
      const bytes = detachAfterUse(request.raw.iterator({ destroyOnReturn: false }))
      return withMinimumThroughput(bytes, throughputMin, slowBody)[Symbol.asyncIterator]()
    },
  }
}

function wholeOf(
  { bytesMax }: WholeBody,
  { request, onWanted, throughputMin, room }: IncomingBody,
): Promise<Buffer> {
  onWanted()
  return readWhole(request.raw, { bytesMax, throughputMin, room })
}

async function readObject(
  endpoint: Endpoint,
  schema: z.ZodObject,
  { request, throughputMin, room }: IncomingBody,
): Promise<unknown> {
  const { jsonBytesMax: bytesMax, bodyRequired: required } = endpoint.service
  const value = await readJson(request.raw, { bytesMax, throughputMin, room, required })
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw problemFor(endpoint, endpoint.service.codes.malformed_json, {
      message: 'The body must be a JSON object.',
    })
  }
  return parseInput(endpoint, 'body', schema, withoutEmpty(schema, value))
}
