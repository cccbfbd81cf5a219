import { requirementsOf } from '../src/api/caller.ts'
import type { Endpoint } from '../src/api/endpoint.ts'
import type { JsonSchema } from '../src/api/field.ts'
import {
  operationsOf,
  resolved,
  type OpenApiDocument,
  type Operation,
  type Response,
} from '../src/api/openapi/document.ts'
import { openApi } from '../src/api/openapi/openapi.ts'
import { serviceNames, type ServiceName } from '../src/identity/services.ts'
import type { ServiceProfile } from '../src/api/service.ts'
import { sampleOf } from '../src/api/reference/sample.ts'
import { publishedServices } from '../tools/generate.ts'
import type { OriginName } from '../src/program/roles.ts'
import { form, type FormPart } from './files-client.ts'

/** One endpoint at one of its origins. */
export interface Target {
  /** Of the service. */
  readonly name: ServiceName
  readonly origin: OriginName
  readonly prefix: string
  readonly service: ServiceProfile
  readonly endpoint: Endpoint
  readonly document: OpenApiDocument
  readonly operation: Operation
}

const places: Readonly<Record<ServiceName, readonly (readonly [OriginName, string])[]>> = {
  sms: [['sms', '/api/v1']],
  files: [
    ['files', '/api/v1'],
    ['gateway', '/v1/files'],
  ],
  iam: [['gateway', '/v1/iam']],
  provisioning: [['gateway', '/v1/users']],
}

/** Every endpoint of every service at every origin that has it. */
export const targets: readonly Target[] = serviceNames.flatMap((name) => {
  const { service, endpoints, servers } = publishedServices[name]
  const document = openApi(service, endpoints, { servers })
  const operations = new Map(
    operationsOf(document.paths).map(({ operation }) => [operation.operationId, operation]),
  )
  return places[name].flatMap(([origin, prefix]) =>
    endpoints.map((endpoint) => ({
      name,
      origin,
      prefix,
      service,
      endpoint,
      document,
      operation: operations.get(endpoint.id) as Operation,
    })),
  )
})

/** Whether the callers of a target send the secret of the installation, and not a key. */
export const takesSecret = ({ endpoint }: Target): boolean =>
  requirementsOf(endpoint).some(({ kind }) => kind.name === 'system-secret')

/** The name of a target in titles: `files GET /files/{id} at gateway`. */
export const titleOf = ({ origin, service, endpoint: { definition } }: Target): string =>
  `${service.name} ${definition.method} ${definition.path} at ${origin}`

const unknownInteger = '987654321987'
const unknownText = 'Zz9Zz9Zz'

const parameterOf = (target: Target, name: string) =>
  target.operation.parameters?.find((parameter) => parameter.in === 'path' && parameter.name === name)

const isInteger = (schema: JsonSchema | undefined): boolean => schema?.['type'] === 'integer'

/** The path of a target; path parameters that are not given are unknown ids. */
export function urlOf(target: Target, given: Readonly<Record<string, string>> = {}): string {
  const path = target.endpoint.definition.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const known = given[name]
    if (known !== undefined) return known
    return isInteger(parameterOf(target, name)?.schema) ? unknownInteger : unknownText
  })
  const query = (target.operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(
      ({ name, schema }) =>
        `${name}=${encodeURIComponent(String(sampleOf(target.document, schema, { name })))}`,
    )
  return target.prefix + path + (query.length > 0 ? `?${query.join('&')}` : '')
}

/** A body that fits the declaration: the required fields, from the examples in the schemas. */
export function bodyOf({ document, operation }: Target): {
  headers?: Record<string, string>
  payload?: Buffer | string
} {
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (type === undefined || !media) return {}
  if (type === 'multipart/form-data') {
    const parts: FormPart[] = [{ name: 'file', fileName: 'contract.txt', bytes: 'bytes' }]
    return form(parts)
  }
  if (type !== 'application/json') return { headers: { 'content-type': type }, payload: Buffer.from('bytes') }
  const sample = sampleOf(document, media.schema, { requiredOnly: true })
  return { headers: { 'content-type': type }, payload: JSON.stringify(sample) }
}

/** The codes that the reference lists for a status of this operation; undefined when it does not list the status. */
export function declaredCodes(
  { document, operation }: Target,
  status: number,
): readonly string[] | undefined {
  const response = operation.responses[status]
  if (!response) return undefined
  const [media] = Object.values(resolved<Response>(document, response).content ?? {})
  return Object.keys(media?.examples ?? {})
}
