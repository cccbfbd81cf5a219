import type { JsonSchema } from '../field.ts'
import { resolved, type OpenApiDocument } from '../openapi/document.ts'

/** Deeper objects are left empty. */
const depthMax = 6

const textSamples: readonly (readonly [pattern: RegExp, sample: string])[] = [
  [/date-time/, '2026-11-21T10:00:00Z'],
  [/uuid/, '3f6c1c0e-5d1b-4c7e-9f43-0d9b6a4a2b11'],
  [/(^|_)id$/, 'a1B2c3D4'],
  [/_at$/, '2026-11-21 10:00:00'],
  [/email/, 'ada@example.com'],
  [/phone|^to$|^number$/, '+12025550143'],
  [/url|link|uri/, 'https://example.com/'],
]

const sampleText = (schema: JsonSchema, name: string): string => {
  const hint = typeof schema['format'] === 'string' ? schema['format'] : name
  return textSamples.find(([pattern]) => pattern.test(hint))?.[1] ?? 'text'
}

function sampleNumber(schema: JsonSchema): number {
  const { minimum, exclusiveMinimum } = schema
  if (typeof minimum === 'number') return Math.max(minimum, Math.min(1, Number(schema['maximum'] ?? 1)))
  return typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 1
}

function given(schema: JsonSchema): { readonly value: unknown } | undefined {
  const { examples, enum: values } = schema
  if (Array.isArray(examples) && examples.length > 0) return { value: examples[0] }
  if ('const' in schema) return { value: schema['const'] }
  if ('default' in schema) return { value: schema['default'] }
  if (Array.isArray(values) && values.length > 0) return { value: values[0] }
  return undefined
}

interface Sampling {
  readonly document: OpenApiDocument
  readonly requiredOnly: boolean
}

/** A field that is declared only to be refused. */
const isRefused = (schema: JsonSchema): boolean => 'not' in schema

function sampleObject(sampling: Sampling, schema: JsonSchema, depth: number): unknown {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  const required = (schema['required'] ?? []) as readonly string[]
  const sparse = sampling.requiredOnly && required.length > 0
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name, field]) => (!sparse || required.includes(name)) && !isRefused(field))
      .map(([name, field]) => [name, sampleAt(sampling, field, name, depth + 1)]),
  )
}

function sampleAt(sampling: Sampling, value: JsonSchema, name: string, depth: number): unknown {
  const known = given(value)
  if (known) return known.value
  const schema = resolved<JsonSchema>(sampling.document, value)
  if (schema !== value) return sampleAt(sampling, schema, name, depth)
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined
  const [choice] = choices ?? []
  if (choice) return sampleAt(sampling, choice, name, depth)
  const type: unknown = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  switch (type) {
    case 'object':
      return depth < depthMax ? sampleObject(sampling, schema, depth) : {}
    case 'array':
      return depth < depthMax && schema['items']
        ? [sampleAt(sampling, schema['items'] as JsonSchema, name, depth + 1)]
        : []
    case 'string':
      return sampleText(schema, name)
    case 'integer':
    case 'number':
      return sampleNumber(schema)
    case 'boolean':
      return false
    default:
      return null
  }
}

export const sampleOf = (
  document: OpenApiDocument,
  schema: JsonSchema,
  options: { readonly name?: string; readonly requiredOnly?: boolean } = {},
): unknown =>
  sampleAt({ document, requiredOnly: options.requiredOnly ?? false }, schema, options.name ?? '', 0)
