import type { JsonSchema } from '../src/api/field.ts'
import {
  operationsOf,
  resolved,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  type Parameter,
} from '../src/api/openapi/document.ts'

type Schema = JsonSchema & {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

/** Input may hold undefined for what is left out; output may not. */
type Direction = 'input' | 'output'

/** `files.FileEntry` → `FilesFileEntry`. */
const nameOf = (component: string): string =>
  component.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase())

const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`)

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ')

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : JSON.stringify(value)

function typeOf(schema: Schema, direction: Direction): string {
  const { $ref, type, anyOf, oneOf, allOf } = schema
  if ($ref !== undefined) return nameOf($ref.split('/').at(-1) ?? '')
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return unionOf(schema.enum.map(literal))
  const choices = anyOf ?? oneOf
  if (choices) return unionOf(choices.map((choice) => typeOf(choice, direction)))
  if (allOf) return allOf.map((part) => typeOf(part, direction)).join(' & ')
  if (Array.isArray(type)) return unionOf(type.map((each: string) => plainType(each, schema, direction)))
  return plainType(type as string | undefined, schema, direction)
}

function plainType(type: string | undefined, schema: Schema, direction: Direction): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return schema.items ? `readonly (${typeOf(schema.items, direction)})[]` : 'readonly unknown[]'
    case 'object':
      return objectType(schema, direction)
    default:
      return schema.properties ? objectType(schema, direction) : 'unknown'
  }
}

function objectType(
  { properties, required = [], additionalProperties }: Schema,
  direction: Direction,
): string {
  const fields = Object.entries(properties ?? {})
  if (fields.length > 0)
    return `{ ${fields
      .map(([name, schema]) => field(name, typeOf(schema, direction), required.includes(name), direction))
      .join('; ')} }`
  const values =
    typeof additionalProperties === 'object' ? typeOf(additionalProperties, direction) : 'unknown'
  return `Readonly<Record<string, ${values}>>`
}

const field = (name: string, type: string, required: boolean, direction: Direction): string =>
  `readonly ${keyOf(name)}${required ? '' : '?'}: ${type}${!required && direction === 'input' && type !== 'unknown' ? ' | undefined' : ''}`

const json = 'application/json'

function inputOf({ parameters = [], requestBody }: Operation): string {
  const within = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place)
  // What comes from an address of the app is a string, what comes from the API is a number.
  const params = within('path').map(({ name }) => field(name, 'string | number', true, 'input'))
  const query = within('query').map(({ name, schema, required }) =>
    field(name, typeOf(schema, 'input'), required, 'input'),
  )
  const needsQuery = within('query').some(({ required }) => required)
  const fields = [
    ...params,
    ...(query.length > 0 ? [field('query', `{ ${query.join('; ')} }`, needsQuery, 'input')] : []),
    ...(requestBody ? [field('body', bodyType(requestBody.content), requestBody.required, 'input')] : []),
  ]
  return fields.length > 0 ? `{ ${fields.join('; ')} }` : 'Readonly<Record<string, never>>'
}

function bodyType(content: Readonly<Record<string, MediaType>>): string {
  const schema: Schema | undefined = content[json]?.schema
  return schema ? typeOf(schema, 'input') : 'unknown'
}

function answerOf(
  document: OpenApiDocument,
  { responses }: Operation,
): readonly [data: string, meta: string] {
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const content = response && resolved(document, response).content
  if (!content) return ['undefined', 'undefined']
  const schema = content[json]?.schema
  if (!schema) return ['unknown', 'undefined']
  const { data, meta }: { readonly data?: Schema; readonly meta?: Schema } = schema.properties ?? {}
  return [data ? typeOf(data, 'output') : 'undefined', meta ? typeOf(meta, 'output') : 'undefined']
}

/** The source of `web/api/operations.ts`: what each operation of the console takes and returns. */
export function clientOperations(document: OpenApiDocument | undefined): string {
  const operations = document ? operationsOf(document.paths) : []
  const components = Object.entries(document?.components.schemas ?? {})
  const types = components.map(
    ([name, schema]) =>
      `export type ${nameOf(name)} = ${typeOf(schema, name.endsWith('Request') ? 'input' : 'output')}\n`,
  )
  const signatures = operations.map(({ operation }) => {
    const [data, meta] = document ? answerOf(document, operation) : []
    return `  readonly ${keyOf(operation.operationId)}: { readonly input: ${inputOf(operation)}; readonly data: ${data}; readonly meta: ${meta} }\n`
  })
  const routes = operations.map(
    ({ path, method, operation: { operationId } }) =>
      `  ${keyOf(operationId)}: ['${method.toUpperCase()}', '${path}'],\n`,
  )
  return [
    '// `npm run generate` writes this file from openapi/console.json.\n\n',
    ...types.flatMap((type) => [type, '\n']),
    `export interface Operations {\n${signatures.join('')}}\n\n`,
    `export const routes: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {\n${routes.join('')}}\n`,
  ].join('')
}
