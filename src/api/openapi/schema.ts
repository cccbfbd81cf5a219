import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { shownSchemaOf, takesNull, type JsonSchema } from '../field.ts'

/** Converts zod schemas to JSON Schema and collects those with an ID (`.meta({ id: 'File' })`) as components. */
export interface SchemaCollector {
  readonly input: (schema: z.ZodType) => JsonSchema
  readonly output: (schema: z.ZodType) => JsonSchema
  /** Turns a schema into a component, unless it refers to one already. */
  readonly named: (name: string, schema: JsonSchema) => JsonSchema
  readonly components: () => Readonly<Record<string, JsonSchema>>
}

type Draft = Record<string, unknown>

const annotations = ['description', 'default', 'examples', 'deprecated'] as const

/** The format is enough; zod's own patterns for these are very long. */
const plainFormats = new Set(['date-time', 'date', 'email', 'uri', 'uuid', 'ipv4', 'ipv6'])

function replaceShown(schema: z.core.$ZodType, draft: Draft): void {
  const shown = shownSchemaOf(schema)
  if (!shown) return
  const kept = annotations.flatMap((key) => (key in draft ? [[key, draft[key]] as const] : []))
  for (const key of Object.keys(draft)) delete draft[key]
  Object.assign(draft, shown, Object.fromEntries(kept))
}

/** zod omits the default of a transformed field. */
function restoreDefault(schema: z.core.$ZodType, draft: Draft): void {
  if (schema instanceof z.ZodDefault && draft['default'] === undefined)
    draft['default'] = schema.def.defaultValue
}

function dropNoise(draft: Draft): void {
  if (draft['minimum'] === Number.MIN_SAFE_INTEGER) delete draft['minimum']
  if (draft['maximum'] === Number.MAX_SAFE_INTEGER) delete draft['maximum']
  if (plainFormats.has(String(draft['format']))) delete draft['pattern']
  if (isDeepStrictEqual(draft['propertyNames'], { type: 'string' })) delete draft['propertyNames']
}

/** One schema for `{type, enum}` or null instead of a choice of two. */
function mergeNull(draft: Draft): void {
  const choices = draft['anyOf']
  if (!Array.isArray(choices) || choices.length !== 2) return
  const [first, second] = choices as [Draft, Draft]
  if (second['type'] !== 'null' || typeof first['type'] !== 'string' || 'const' in first) return
  delete draft['anyOf']
  const values = Array.isArray(first['enum']) ? { enum: [...(first['enum'] as unknown[]), null] } : {}
  Object.assign(draft, { ...first, ...draft, ...values, type: [first['type'], 'null'] })
}

/** For fields where null counts as absent. */
function allowNull(schema: z.core.$ZodType, draft: Draft): void {
  if (!takesNull(schema)) return
  const { type, enum: values, anyOf: choices } = draft
  if (typeof type === 'string') draft['type'] = [type, 'null']
  if (Array.isArray(values)) draft['enum'] = [...(values as unknown[]), null]
  if (Array.isArray(choices)) draft['anyOf'] = [...(choices as unknown[]), { type: 'null' }]
}

/** Replaces local references by components, and drops `id`, which is not a JSON Schema keyword. */
function relinked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relinked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : relinked(inner),
    ]),
  )
}

function convert(schema: z.ZodType, io: 'input' | 'output') {
  const {
    $schema: _,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      const draft = jsonSchema as Draft
      replaceShown(zodSchema, draft)
      if (io === 'input') restoreDefault(zodSchema, draft)
      // Later versions may add fields, which clients must tolerate.
      if (io === 'output' && draft['additionalProperties'] === false) delete draft['additionalProperties']
      dropNoise(draft)
      mergeNull(draft)
      allowNull(zodSchema, draft)
    },
  })
  return {
    root: relinked(root) as JsonSchema,
    components: relinked($defs) as Readonly<Record<string, JsonSchema>>,
  }
}

export function collectSchemas(): SchemaCollector {
  const components = new Map<string, JsonSchema>()
  const add = (id: string, component: JsonSchema): void => {
    const known = components.get(id)
    if (known && !isDeepStrictEqual(known, component)) {
      throw new Error(`${id} is two different schemas; what goes in and what comes out need ids of their own`)
    }
    components.set(id, component)
  }
  const collect = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const converted = convert(schema, io)
    for (const [id, component] of Object.entries(converted.components)) add(id, component)
    return converted.root
  }
  return {
    input: (schema) => collect(schema, 'input'),
    output: (schema) => collect(schema, 'output'),
    named: (name, schema) => {
      if ('$ref' in schema) return schema
      add(name, schema)
      return { $ref: `#/components/schemas/${name}` }
    },
    components: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}
