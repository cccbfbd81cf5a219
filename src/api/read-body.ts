import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { freed } from '../platform/freed.ts'
import type { Endpoint } from './endpoint.ts'
import { welcome } from './exchange.ts'
import { readJson } from '../platform/http/json-body.ts'
import { readMultipart, type Multipart, type MultipartBody } from '../platform/http/multipart.ts'
import { parseInput, problemFor } from './parse.ts'

/** The body as the endpoint declares it: a parsed object, or an unread stream. */
export function readBody(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): unknown {
  const { body } = endpoint.definition
  if (body === undefined) return undefined
  // A client that sent `Expect` is told to continue once the body is read, so that an upload which is refused for its
  // length alone is never sent.
  const onWanted = () => welcome(request, reply.raw)
  if (!('kind' in body)) {
    onWanted()
    return readObject(endpoint, body, request)
  }
  if (body.kind === 'bytes') return bytesOf(request, onWanted)
  if (body.kind === 'multipart') return formIn(endpoint, body, request, onWanted)
  const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')
  return isForm ? formIn(endpoint, body.form, request, onWanted) : formAround(body.form, request, onWanted)
}

const formIn = (
  endpoint: Endpoint,
  form: MultipartBody,
  request: FastifyRequest,
  onWanted: () => void,
): Multipart<unknown> =>
  readMultipart(request.raw, form, onWanted, (raw) => parseInput(endpoint, 'body', form.fields, raw))

/** Raw bytes as if they were in a form without fields. */
function formAround(form: MultipartBody, request: FastifyRequest, onWanted: () => void): Multipart<unknown> {
  const length = request.headers['content-length']
  const file = {
    fileName: '',
    bytes: bytesOf(request, onWanted),
    ...(length !== undefined && { sizeBytes: Number(length) }),
    fieldsMayFollow: false,
  }
  return {
    receive: async (store) => ({ stored: await store(file, {}), fields: form.fields.parse({}) }),
  }
}

function bytesOf(request: FastifyRequest, onWanted: () => void): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]: () => {
      onWanted()
      // A handler that stops reading must not close the connection, which would lose the answer.
      return freed(request.raw.iterator({ destroyOnReturn: false }))
    },
  }
}

async function readObject(
  endpoint: Endpoint,
  schema: z.ZodObject,
  request: FastifyRequest,
): Promise<unknown> {
  const value = await readJson(request.raw, endpoint.service.jsonBytesMax)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw problemFor(endpoint, endpoint.service.codes.malformed_json, 'The body must be a JSON object.')
  }
  return parseInput(endpoint, 'body', schema, value)
}
