import type { CallerKind } from '../caller.ts'
import type { JsonSchema } from '../field.ts'

export interface Reference {
  readonly $ref: string
}

export interface Server {
  readonly url: string
  readonly description?: string
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly description?: string }>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
  readonly example?: unknown
}

export interface Header {
  readonly description: string
  readonly schema: JsonSchema
}

export interface Example {
  readonly summary?: string
  readonly value: unknown
}

export interface MediaType {
  readonly schema: JsonSchema
  readonly examples?: Readonly<Record<string, Example | Reference>>
}

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, Header | Reference>>
  readonly content?: Readonly<Record<string, MediaType>>
}

export interface CodeSample {
  readonly lang: 'Shell'
  readonly label: 'curl'
  readonly source: string
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Readonly<Record<string, MediaType>>
  }
  readonly responses: Readonly<Record<string, Response | Reference>>
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /** Empty when any valid credentials will do. */
  readonly 'x-required-scopes'?: readonly string[]
  readonly 'x-codeSamples'?: readonly CodeSample[]
}

export type OperationMethod = 'get' | 'post' | 'patch' | 'delete'

export type PathItem = { readonly [Method in OperationMethod]?: Operation }

export type SecurityScheme = CallerKind['scheme'] & {
  readonly 'x-scopes': Readonly<Record<string, string>>
  readonly 'x-variable': string
}

export interface Components {
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly headers: Readonly<Record<string, Header>>
  readonly examples: Readonly<Record<string, Example>>
  readonly responses: Readonly<Record<string, Response>>
}

export interface TagGroup {
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  /** Prefix of its components and operations: `files.`. */
  readonly prefix: string
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary?: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly Server[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly 'x-tagGroups'?: readonly TagGroup[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks?: Readonly<Record<string, PathItem>>
  readonly components: Components
}

/** `key` for `files.key` and `iam.key`. */
export const credentialsOf = (schemes: Readonly<Record<string, unknown>>): readonly string[] => [
  ...new Set(Object.keys(schemes).map((name) => name.slice(name.indexOf('.') + 1))),
]

const methods: readonly OperationMethod[] = ['get', 'post', 'patch', 'delete']

export function operationsOf(
  paths: OpenApiDocument['paths'],
): readonly { readonly path: string; readonly method: OperationMethod; readonly operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )
}

/** With the defaults of its variables. */
export const addressOf = ({ url, variables }: Server): string =>
  url.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables?.[name]?.default ?? '')

export function resolved<Value extends object>(document: OpenApiDocument, value: Value | Reference): Value {
  if (!('$ref' in value)) return value
  const [, , kind = '', name = ''] = value.$ref.split('/')
  const group: Readonly<Record<string, unknown>> = document.components[kind as keyof Components]
  const found = group[name]
  if (found === undefined) throw new Error(`${value.$ref} is not in the document`)
  return found as Value
}
