import type { z } from 'zod'
import type { BytesBody, WholeBody } from '../body.ts'
import { formOf } from '../body.ts'
import type { Endpoint } from '../endpoint.ts'
import { withValues, type KnownVariable } from '../examples/plan.ts'
import type { JsonSchema } from '../field.ts'
import type { MultipartBody } from '../../platform/http/multipart.ts'
import { isSchema } from '../result.ts'
import type { Example, MediaType, Operation, Parameter } from './document.ts'
import type { SchemaCollector } from './schema.ts'

const conditionalHeaders = {
  Range: 'One byte range, such as `bytes=0-1023`; the answer is then 206.',
  'If-Range': 'Send the range only if the `ETag` (or date) still matches.',
  'If-Match': '`ETag` of the version you want; the answer is 412 when the bytes are another one.',
  'If-Unmodified-Since': 'Date of the version you want; ignored beside `If-Match`.',
  'If-None-Match': '`ETag` of your copy; the answer is 304 while it is current.',
  'If-Modified-Since': 'Date of your copy; the answer is 304 while it is current.',
} as const

interface Described {
  readonly endpoint: Endpoint
  readonly schemas: SchemaCollector
  readonly known: readonly KnownVariable[]
}

export function parametersOf(described: Described): readonly Parameter[] {
  return [
    ...fieldParameters('path', described),
    ...fieldParameters('query', described),
    ...headerParameters(described),
  ]
}

function headerParameters({ endpoint: { definition }, schemas }: Described): readonly Parameter[] {
  const { headers = {}, result } = definition
  const isDownload = !isSchema(result) && result.kind === 'download'
  const conditional = Object.entries(isDownload ? conditionalHeaders : {})
  const declared = Object.entries(headers).map(([name, schema]) => [name, schemas.input(schema)] as const)
  const described = conditional.map(([name, text]) => [name, { type: 'string', description: text }] as const)
  return [...described, ...declared].map(([name, schema]) => parameter('header', name, schema))
}

const parameter = (
  place: Parameter['in'],
  name: string,
  { description, ...schema }: JsonSchema,
  required = false,
): Parameter => ({
  name,
  in: place,
  required,
  ...(typeof description === 'string' && { description }),
  schema,
})

const declaredFields = (place: 'path' | 'query', { definition }: Endpoint): z.ZodObject | undefined =>
  place === 'path' ? definition.params : definition.query

const exampleTexts = (place: 'path' | 'query', { definition: { example } }: Endpoint) =>
  (place === 'path' ? example?.params : example?.query) ?? {}

const typed = (value: unknown, { type }: JsonSchema): unknown =>
  type === 'integer' ? Number(value) : String(value)

function fieldParameters(
  place: 'path' | 'query',
  { endpoint, schemas, known }: Described,
): readonly Parameter[] {
  const fields = declaredFields(place, endpoint)
  if (!fields) return []
  const object = schemas.input(fields) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>
    readonly required?: readonly string[]
  }
  const examples = exampleTexts(place, endpoint)
  return Object.entries(object.properties ?? {}).map(([name, field]) => ({
    ...parameter(place, name, field, place === 'path' || (object.required ?? []).includes(name)),
    ...(name in examples && { example: typed(withValues(examples[name], known), field) }),
  }))
}

/** `sendMessage` → `SendMessageRequest`. */
const componentName = ({ id }: Endpoint, kind: 'Request' | 'Form'): string =>
  id.charAt(0).toUpperCase() + id.slice(1) + kind

type Content = Readonly<Record<string, MediaType>>

/** Named shapes, from which generators name their types. */
export function requestBody(described: Described): Operation['requestBody'] {
  const { endpoint, schemas } = described
  const { body } = endpoint.definition
  if (body === undefined) return undefined
  if (!('kind' in body)) {
    const schema = schemas.input(body)
    const named = schemas.named(componentName(endpoint, 'Request'), schema)
    const required = 'required' in schema || '$ref' in schema
    return { required, content: { 'application/json': { schema: named, ...bodyExamples(described) } } }
  }
  const form = formOf(body)
  return {
    required: true,
    content: {
      ...(body.kind !== 'multipart' && rawContent(body)),
      ...(form && formContent(form, described)),
    },
  }
}

function bodyExamples({ endpoint: { definition }, known }: Described): {
  readonly examples?: Readonly<Record<string, Example>>
} {
  const body = definition.example?.body
  return body ? { examples: { request: { value: withValues(body, known) } } } : {}
}

/** OpenAPI counts the length of binary data in octets. */
const binary = (bytesMax: number) => ({ type: 'string', format: 'binary', maxLength: bytesMax })

const rawContent = (body: BytesBody | WholeBody | { readonly form: MultipartBody }): Content => ({
  'application/octet-stream': { schema: binary('form' in body ? body.form.fileBytesMax : body.bytesMax) },
})

function formContent(form: MultipartBody, { endpoint, schemas }: Described): Content {
  const fields = schemas.input(form.fields) as {
    readonly properties?: JsonSchema
    readonly required?: string[]
  }
  const description = `The bytes of the file. From a disk, with curl: \`-F ${form.file}=@report.pdf\`.`
  const schema = {
    type: 'object',
    properties: { ...fields.properties, [form.file]: { ...binary(form.fileBytesMax), description } },
    required: [...(fields.required ?? []), form.file],
  }
  return { 'multipart/form-data': { schema: schemas.named(componentName(endpoint, 'Form'), schema) } }
}
