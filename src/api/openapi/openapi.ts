import type { z } from 'zod'
import { requirementsOf, type Requirement } from '../caller.ts'
import type { Endpoint, EndpointLimit } from '../endpoint.ts'
import { credentialVariable, curlCommands } from '../examples/curl.ts'
import { knownTo } from '../examples/plan.ts'
import {
  addressOf,
  type Components,
  type OpenApiDocument,
  type Operation,
  type OperationMethod,
  type PathItem,
  type Response,
  type SecurityScheme,
  type Server,
} from './document.ts'
import { parametersOf, requestBody } from './requests.ts'
import { codesOf, failureExample, failureResponses, headerComponents, successResponses } from './responses.ts'
import { collectSchemas, type SchemaCollector } from './schema.ts'
import { isSchema } from '../result.ts'
import type { ServiceProfile } from '../service.ts'

export interface WebhookDeclaration {
  readonly name: string
  readonly summary: string
  readonly description?: string
  readonly payload: z.ZodType
}

export interface OpenApiOptions {
  readonly servers: readonly Server[]
  readonly pathPrefix?: string
  readonly webhooks?: readonly WebhookDeclaration[]
}

const licence = { name: 'Apache License 2.0', identifier: 'Apache-2.0' } as const

/** Derives the OpenAPI 3.1 document of one service from its endpoints. */
export function openApi(
  service: ServiceProfile,
  endpoints: readonly Endpoint[],
  { servers, pathPrefix = '', webhooks = [] }: OpenApiOptions,
): OpenApiDocument {
  const schemas = collectSchemas()
  const responses = new Map<string, Response>()
  const [server] = servers
  const parts = { schemas, responses, endpoints, base: (server ? addressOf(server) : '') + pathPrefix }
  const paths: Record<string, PathItem> = {}
  for (const endpoint of endpoints) {
    const { method, path } = endpoint.definition
    const name = method.toLowerCase() as OperationMethod
    const place = pathPrefix + path
    paths[place] = { ...paths[place], [name]: operation(endpoint, tagOf(service, path), parts) }
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

/** The first path segment, if the service declares it as a resource; otherwise the service. */
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

/** Only scopes that an operation needs, and `*`. */
function scopesIn({ scopes }: ServiceProfile, endpoints: readonly Endpoint[], kind: string) {
  const asked = endpoints.flatMap(requirementsOf).filter((requirement) => requirement.kind.name === kind)
  const needed = new Set(asked.map(({ scope }) => scope))
  const scoped = needed.size > (needed.has(undefined) ? 1 : 0)
  return Object.fromEntries(
    Object.entries(scopes).filter(([scope]) => (scope === '*' && scoped) || needed.has(scope)),
  )
}

const securitySchemes = (
  service: ServiceProfile,
  endpoints: readonly Endpoint[],
): Readonly<Record<string, SecurityScheme>> =>
  Object.fromEntries(
    service.callers.map(({ name, credential, scheme }) => [
      credential,
      {
        ...scheme,
        'x-scopes': scopesIn(service, endpoints, name),
        'x-variable': credentialVariable(service, credential),
      },
    ]),
  )

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
    securitySchemes: endpoints.length > 0 ? securitySchemes(service, endpoints) : {},
    schemas: {
      ...schemas.components(),
      // Without operations nothing references it.
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

interface Parts {
  readonly schemas: SchemaCollector
  /** Shared by several operations, as components. */
  readonly responses: Map<string, Response>
  readonly endpoints: readonly Endpoint[]
  readonly base: string
}

function operation(
  endpoint: Endpoint,
  tag: string,
  { schemas, responses, endpoints, base }: Parts,
): Operation {
  const { id, definition } = endpoint
  const { summary } = definition
  const requirements = requirementsOf(endpoint)
  const about = [
    definition.description,
    definition.limit && limitSentence(definition.limit, requirements),
  ].filter(Boolean)
  const described = { endpoint, schemas, known: knownTo(endpoint, endpoints) }
  const parameters = parametersOf(described)
  const body = requestBody(described)
  const source = curlCommands(endpoint, endpoints, base)
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(about.length > 0 && { description: about.join('\n\n') }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...successResponses(endpoint, schemas), ...failureResponses(endpoint, responses) },
    security: requirements.map(({ kind }) => ({ [kind.credential]: [] })),
    ...(requirements.length > 0 && {
      'x-required-scopes': requirements.flatMap(({ scope }) => scope ?? []),
    }),
    ...(source !== undefined && { 'x-codeSamples': [{ lang: 'Shell', label: 'curl', source }] }),
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

function webhookOperation(webhook: WebhookDeclaration, schemas: SchemaCollector): Operation {
  return {
    operationId: webhook.name.replaceAll(/[.](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: ['events'],
    summary: webhook.summary,
    ...(webhook.description !== undefined && { description: webhook.description }),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.output(webhook.payload) } },
    },
    responses: {
      200: { description: 'Any 2xx within 5 seconds counts as delivered.' },
      '4XX': { description: 'Bureau retries the delivery after any other answer.' },
    },
    security: [],
  }
}
