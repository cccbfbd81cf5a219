import type { z } from 'zod'
import { requirementsOf, type Requirement } from '../caller.ts'
import type { Endpoint, EndpointLimit } from '../endpoint.ts'
import type { MultipartBody } from '../../platform/http/multipart.ts'
import type { JsonSchema } from '../field.ts'
import type {
  Components,
  MediaType,
  OpenApiDocument,
  Operation,
  OperationMethod,
  Parameter,
  PathItem,
  Response,
  SecurityScheme,
  Server,
} from './document.ts'
import { codesOf, failureExample, failureResponses, headerComponents, successResponses } from './responses.ts'
import { collectSchemas, type SchemaCollector } from './schema.ts'
import { isSchema } from '../result.ts'
import type { ServiceProfile } from '../service.ts'

/** An event that the service sends to subscribers. */
export interface WebhookDeclaration {
  readonly name: string
  readonly summary: string
  readonly description?: string
  /** The whole body of a delivery. */
  readonly payload: z.ZodType
}

export interface OpenApiOptions {
  readonly servers: readonly Server[]
  /** Prefix of each endpoint's path on the servers of this document. */
  readonly pathPrefix?: string
  readonly webhooks?: readonly WebhookDeclaration[]
}

const licence = { name: 'Apache License 2.0', identifier: 'Apache-2.0' } as const

/** The OpenAPI 3.1 document of one service, derived from the declarations of its endpoints. */
export function openApi(
  service: ServiceProfile,
  endpoints: readonly Endpoint[],
  { servers, pathPrefix = '', webhooks = [] }: OpenApiOptions,
): OpenApiDocument {
  const schemas = collectSchemas()
  const responses = new Map<string, Response>()
  const paths: Record<string, PathItem> = {}
  for (const endpoint of endpoints) {
    const { method, path } = endpoint.definition
    const name = method.toLowerCase() as OperationMethod
    const place = pathPrefix + path
    paths[place] = { ...paths[place], [name]: operation(endpoint, tagOf(service, path), schemas, responses) }
  }
  const called = webhooks.map(
    (webhook) => [webhook.name, { post: webhookOperation(webhook, schemas) }] as const,
  )
  return {
    openapi: '3.1.0',
    info: { title: service.title, version: 'v1', description: service.description, license: licence },
    servers,
    tags: tags(service, endpoints, webhooks.length > 0),
    paths,
    ...(called.length > 0 && { webhooks: Object.fromEntries(called) }),
    components: components(service, endpoints, schemas, responses),
  }
}

/** The resource that a path is about; paths of a service that names other resources are about the service itself. */
function tagOf({ name, resources }: ServiceProfile, path: string): string {
  const segment = path.split('/')[1] ?? ''
  return resources === undefined || segment in resources ? segment : name
}

function tags(
  service: ServiceProfile,
  endpoints: readonly Endpoint[],
  withEvents: boolean,
): OpenApiDocument['tags'] {
  const names = [...new Set(endpoints.map(({ definition }) => tagOf(service, definition.path)))]
  const described = names.map((name) => ({
    name,
    description:
      service.resources?.[name] ??
      (name === service.name ? service.description : `Operations of \`/${name}\`.`),
  }))
  return withEvents
    ? [...described, { name: 'events', description: 'What Bureau sends to webhooks.' }]
    : described
}

/** How callers of each kind authenticate. */
const securitySchemes = ({ callers, scopes }: ServiceProfile): Readonly<Record<string, SecurityScheme>> =>
  Object.fromEntries(callers.map(({ credential, scheme }) => [credential, { ...scheme, 'x-scopes': scopes }]))

function components(
  service: ServiceProfile,
  endpoints: readonly Endpoint[],
  schemas: SchemaCollector,
  responses: ReadonlyMap<string, Response>,
): Components {
  const codes = [...new Set(endpoints.flatMap(codesOf))].toSorted()
  const used = new Set(endpoints.length > 0 ? ['X-Request-Id', 'Retry-After', ...service.rateHeaders] : [])
  const downloads = endpoints.some(
    ({ definition: { result } }) => !isSchema(result) && result.kind === 'download',
  )
  return {
    securitySchemes: endpoints.length > 0 ? securitySchemes(service) : {},
    schemas: {
      ...schemas.components(),
      // A service without operations does not reference it.
      ...(endpoints.length > 0 && { Failure: service.envelope.failureSchema }),
    },
    headers: Object.fromEntries(
      Object.entries(headerComponents).filter(
        ([name]) => used.has(name) || (downloads && !name.startsWith('X-')),
      ),
    ),
    examples: Object.fromEntries(codes.map((code) => [code, failureExample(service, code)])),
    responses: Object.fromEntries([...responses].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function operation(
  endpoint: Endpoint,
  tag: string,
  schemas: SchemaCollector,
  shared: Map<string, Response>,
): Operation {
  const { id, definition } = endpoint
  const { summary } = definition
  const requirements = requirementsOf(endpoint)
  const about = [
    definition.description,
    definition.limit && limitSentence(definition.limit, requirements),
  ].filter(Boolean)
  const parameters = parametersOf(endpoint, schemas)
  const body = requestBody(endpoint, schemas)
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(about.length > 0 && { description: about.join('\n\n') }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...successResponses(endpoint, schemas), ...failureResponses(endpoint, shared) },
    security: requirements.map(({ kind }) => ({ [kind.credential]: [] })),
    ...(requirements.length > 0 && {
      'x-required-scopes': requirements.flatMap(({ scope }) => scope ?? []),
    }),
  }
}

const units: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
]

function windowName(seconds: number): string {
  const [size, name] = units.find(([unit]) => seconds % unit === 0) ?? [1, 'second']
  const count = seconds / size
  return count === 1 ? name : `${count} ${name}s`
}

function limitSentence(
  { perCredentialMax, perUserMax, windowSeconds }: EndpointLimit,
  requirements: readonly Requirement[],
): string {
  const one = requirements.map(({ kind }) => kind.credential).join(' or ')
  const all = requirements.map(({ kind }) => `${kind.credential}s`).join(' and ')
  return (
    `At most ${perCredentialMax} requests per ${windowName(windowSeconds)} with one ${one}, and ${perUserMax} with all ` +
    `${all} of its creator; beyond that 429 with \`Retry-After\`.`
  )
}

const conditionalHeaders = {
  Range: 'One byte range, such as `bytes=0-1023`; the answer is then 206.',
  'If-Range': 'Send the range only if the `ETag` (or date) still matches.',
  'If-None-Match': '`ETag` of your copy; the answer is 304 while it is current.',
  'If-Modified-Since': 'Date of your copy; the answer is 304 while it is current.',
} as const

function parametersOf({ definition }: Endpoint, schemas: SchemaCollector): readonly Parameter[] {
  const { params, query, headers = {}, result } = definition
  const conditional = !isSchema(result) && result.kind === 'download' ? conditionalHeaders : undefined
  const named: Readonly<Record<string, string>> = { ...conditional, ...headers }
  return [
    ...fieldParameters('path', params, schemas),
    ...fieldParameters('query', query, schemas),
    ...Object.entries(named).map(([name, description]) => ({
      name,
      in: 'header' as const,
      required: false,
      description,
      schema: { type: 'string' },
    })),
  ]
}

function fieldParameters(
  place: 'path' | 'query',
  fields: z.ZodObject | undefined,
  schemas: SchemaCollector,
): readonly Parameter[] {
  if (!fields) return []
  const object = schemas.input(fields) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>
    readonly required?: readonly string[]
  }
  return Object.entries(object.properties ?? {}).map(([name, field]) => {
    const { description, ...schema } = field
    return {
      name,
      in: place,
      required: place === 'path' || (object.required ?? []).includes(name),
      ...(typeof description === 'string' && { description }),
      schema,
    }
  })
}

function requestBody({ definition: { body } }: Endpoint, schemas: SchemaCollector): Operation['requestBody'] {
  if (body === undefined) return undefined
  if (!('kind' in body)) {
    const schema = schemas.input(body)
    // An endpoint without required fields may be called without a body.
    return { required: 'required' in schema || '$ref' in schema, content: jsonContent(schema) }
  }
  const raw = { 'application/octet-stream': { schema: binary } }
  if (body.kind === 'bytes') return { required: true, content: raw }
  if (body.kind === 'multipart') return { required: true, content: formContent(body, schemas) }
  return { required: true, content: { ...raw, ...formContent(body.form, schemas) } }
}

function formContent(form: MultipartBody, schemas: SchemaCollector): Readonly<Record<string, MediaType>> {
  const fields = schemas.input(form.fields) as {
    readonly properties?: JsonSchema
    readonly required?: string[]
  }
  const schema = {
    type: 'object',
    properties: { ...fields.properties, [form.file]: { ...binary, description: 'The bytes of the file.' } },
    required: [...(fields.required ?? []), form.file],
  }
  return { 'multipart/form-data': { schema } }
}

const binary = { type: 'string', format: 'binary' } as const
const jsonContent = (schema: JsonSchema): Readonly<Record<string, MediaType>> => ({
  'application/json': { schema },
})

function webhookOperation(webhook: WebhookDeclaration, schemas: SchemaCollector): Operation {
  return {
    operationId: webhook.name.replaceAll(/[.](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: ['events'],
    summary: webhook.summary,
    ...(webhook.description !== undefined && { description: webhook.description }),
    requestBody: { required: true, content: jsonContent(schemas.output(webhook.payload)) },
    responses: {
      200: { description: 'Any 2xx within 5 seconds counts as delivered.' },
      '4XX': { description: 'Bureau retries the delivery after any other answer.' },
    },
    security: [],
  }
}
