import { z } from 'zod'
import { STATUS_CODES } from 'node:http'
import { requirementsOf, type CallerKind } from '../caller.ts'
import type { Endpoint } from '../endpoint.ts'
import { exampleAnswer, otherExampleAnswer } from '../examples/answer.ts'
import type { JsonSchema } from '../field.ts'
import type { Example, Header, MediaType, Reference, Response } from './document.ts'
import type { SchemaCollector } from './schema.ts'
import { isSchema } from '../result.ts'
import type { Fault, ServiceProfile } from '../service.ts'

const takesCredentials = (endpoint: Endpoint): boolean => requirementsOf(endpoint).length > 0
const withJson = ({ definition: { body } }: Endpoint): boolean => body instanceof z.ZodObject
const sendsBytes = ({ definition: { result } }: Endpoint): boolean =>
  !isSchema(result) && result.kind === 'download'
const always = (): boolean => true

const meets: Readonly<Record<Fault, (endpoint: Endpoint) => boolean>> = {
  malformed_request: always,
  malformed_json: withJson,
  body_too_large: withJson,
  unknown_path: ({ definition: { params } }) => Object.keys(params?.shape ?? {}).length > 0,
  unknown_method: () => false,
  precondition_failed: sendsBytes,
  unsatisfiable_range: sendsBytes,
  busy: takesCredentials,
  timed_out: always,
  unreachable: always,
  failed: always,
}
const faults = Object.keys(meets) as Fault[]

const refusalCodes = ({ codes }: ServiceProfile, { refusals }: CallerKind, scoped: boolean) =>
  Object.entries(refusals).flatMap(([refusal, traits]) =>
    scoped || !traits.scoped ? (codes[refusal] ?? []) : [],
  )

const schemeCodes = (endpoint: Endpoint): readonly string[] =>
  requirementsOf(endpoint).flatMap(({ kind: { name }, scope }) => {
    const kind = endpoint.service.callers.find((declared) => declared.name === name)
    return kind ? refusalCodes(endpoint.service, kind, scope !== undefined) : []
  })

export function codesOf(endpoint: Endpoint): readonly string[] {
  const { codes } = endpoint.service
  const met = faults.flatMap((fault) => (meets[fault](endpoint) ? [codes[fault]] : []))
  return [...new Set([...endpoint.definition.problems, ...schemeCodes(endpoint), ...met])]
}

const header = (name: string): Reference => ({ $ref: `#/components/headers/${name}` })

const described = (type: 'string' | 'integer', description: string): Header => ({
  description,
  schema: { type },
})

export const headerComponents: Readonly<Record<string, Header>> = {
  'X-Request-Id': described('string', 'Unique id of the request.'),
  'X-RateLimit-Limit-Minute': described('integer', 'Per-minute cap of the key.'),
  'X-RateLimit-Remaining-Minute': described('integer', 'Requests left in the current minute.'),
  'X-RateLimit-Reset-Seconds': described('integer', 'Seconds until the minute window resets.'),
  'X-RateLimit-Limit-Day': described('integer', 'Cap of the key over rolling 24 hours.'),
  'X-RateLimit-Remaining-Day': described('integer', 'Requests left in the rolling 24 hours.'),
  'Retry-After': described('integer', 'Seconds to wait before you retry.'),
  'Accept-Ranges': { description: 'Always `bytes`.', schema: { const: 'bytes' } },
  'Content-Disposition': described('string', 'Attachment with the name to save under (RFC 6266).'),
  'Content-Range': described('string', 'Which bytes these are, and the size of the file.'),
  ETag: described('string', 'Strong validator: equal if and only if the bytes are.'),
  'Last-Modified': described('string', 'When the bytes were stored.'),
}

const references = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, header(name)]))

/** Only callers with valid credentials see the rate headers. */
function commonHeaders(service: ServiceProfile, status: number, endpoint: Endpoint | undefined) {
  const limited = status !== 401 && (!endpoint || takesCredentials(endpoint))
  const names = ['X-Request-Id', ...(limited ? service.rateHeaders : [])]
  return references([429, 500, 503].includes(status) ? [...names, 'Retry-After'] : names)
}

export const exampleName = 'answer'

const json = (
  schema: JsonSchema,
  answer: unknown,
  name = exampleName,
): Readonly<Record<string, MediaType>> => ({
  'application/json': { schema, ...(answer !== undefined && { examples: { [name]: { value: answer } } }) },
})
const binary = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } as const

const csv = { 'text/csv': { schema: { type: 'string' } } } as const

const eventStream = { 'text/event-stream': { schema: { type: 'string' } } } as const

const downloadHeaders = ['ETag', 'Last-Modified', 'Accept-Ranges'] as const

function downloadResponses(common: Response['headers']): Readonly<Record<string, Response>> {
  const headers = { ...common, ...references([...downloadHeaders, 'Content-Disposition']) }
  return {
    200: { description: 'All bytes, as an attachment.', headers, content: binary },
    206: {
      description: 'The bytes that `Range` asked for.',
      headers: { ...headers, 'Content-Range': header('Content-Range') },
      content: binary,
    },
    304: {
      description: 'Your copy is current.',
      headers: { ...common, ...references(downloadHeaders) },
    },
  }
}

const successSentences = {
  200: 'The answer.',
  201: 'Created.',
  202: 'Accepted; the work continues in the background.',
} as const

export function successResponses(
  endpoint: Endpoint,
  schemas: SchemaCollector,
): Readonly<Record<string, Response>> {
  const { service, definition } = endpoint
  const { result, status = 200, otherStatus } = definition
  const { envelope } = service
  const headers = commonHeaders(service, status, endpoint)
  const description = successSentences[status]
  const shown = (schema: JsonSchema) => ({
    ...json(schema, exampleAnswer(endpoint)),
    ...(definition.csv && csv),
  })
  if (isSchema(result)) {
    const schema = envelope.successSchema(schemas.output(result))
    return {
      [status]: { description, headers, content: shown(schema) },
      ...(otherStatus && {
        [otherStatus]: {
          description: successSentences[otherStatus],
          headers,
          content: json(schema, otherExampleAnswer(endpoint), 'otherAnswer'),
        },
      }),
    }
  }
  switch (result.kind) {
    case 'none':
      return { 204: { description: 'Done, without a body.', headers } }
    case 'download':
      return downloadResponses(headers)
    case 'events':
      return { [status]: { description, headers, content: eventStream } }
    case 'annotated':
    case 'list': {
      const schema = envelope.successSchema(schemas.output(result.data), schemas.output(result.meta))
      return { [status]: { description, headers, content: shown(schema) } }
    }
  }
}

function exampleDetails(
  service: ServiceProfile,
  code: string,
): Readonly<Record<string, unknown>> | undefined {
  const [scope] = Object.keys(service.scopes)
  for (const { refusals } of service.callers) {
    for (const [refusal, { scoped, details }] of Object.entries(refusals)) {
      if (code !== service.codes[refusal]) continue
      if (scoped) return { required: [scope] }
      if (details) return details
    }
  }
  if (code === service.codes.failed) return { request_id: 'req_8RkTq2vX0bYcZs4WmJ1p' }
  return undefined
}

export function failureExample(service: ServiceProfile, code: string): Example {
  const sentence = service.problems[code]?.[1] ?? code
  const value = service.envelope.failure({ code, message: sentence, details: exampleDetails(service, code) })
  return { summary: sentence, value }
}

const failureWith = (codes: readonly string[]): JsonSchema => ({
  allOf: [
    { $ref: '#/components/schemas/Failure' },
    {
      type: 'object',
      properties: { error: { type: 'object', properties: { code: { type: 'string', enum: codes } } } },
    },
  ],
})

function failureResponse(
  service: ServiceProfile,
  endpoint: Endpoint | undefined,
  status: number,
  codes: readonly string[],
): Response {
  const headers = commonHeaders(service, status, endpoint)
  return {
    description: codes.map((code) => `\`${code}\`: ${service.problems[code]?.[1] ?? ''}`).join('\n\n'),
    headers: status === 416 ? { ...headers, 'Content-Range': header('Content-Range') } : headers,
    content: {
      'application/json': {
        schema: failureWith(codes),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

/** `Too Many Requests` → `TooManyRequests`. */
const componentName = (status: number): string =>
  (STATUS_CODES[status] ?? `Status${status}`).replaceAll(/\W/g, '')

function byStatus(service: ServiceProfile, codes: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const known = codes.toSorted()
  return Map.groupBy(known, (code) => service.problems[code]?.[0] ?? 500)
}

/** Refusals by status. Responses that every authenticated endpoint has are shared components. */
export function failureResponses(
  endpoint: Endpoint,
  shared: Map<string, Response>,
): Readonly<Record<string, Response | Reference>> {
  const { service } = endpoint
  const { codes } = service
  const usual = byStatus(service, [
    ...new Set([
      ...service.callers.flatMap((kind) => refusalCodes(service, kind, true)),
      ...faults.flatMap((fault) => (meets[fault] === always ? [codes[fault]] : [])),
    ]),
  ])
  const entries = [...byStatus(service, codesOf(endpoint))].map(([status, met]) => {
    const isUsual = takesCredentials(endpoint) && usual.get(status)?.join() === met.join()
    const response = failureResponse(service, endpoint, status, met)
    if (!isUsual) return [status, response] as const
    const name = componentName(status)
    shared.set(name, response)
    return [status, { $ref: `#/components/responses/${name}` }] as const
  })
  return Object.fromEntries<Response | Reference>(entries)
}
