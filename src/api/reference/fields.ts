import type { JsonSchema } from '../field.ts'

export interface Field {
  /** With its path: `members[].name`. */
  readonly name: string
  readonly required: boolean
  readonly schema: JsonSchema
}

const depthMax = 4

type Properties = Readonly<Record<string, JsonSchema>>

/** Its own, those of its items, or those of its choices. */
function objectsIn(schema: JsonSchema): readonly { readonly suffix: string; readonly object: JsonSchema }[] {
  if (schema['properties']) return [{ suffix: '', object: schema }]
  const items = schema['items'] as JsonSchema | undefined
  if (items) return objectsIn(items).map(({ suffix, object }) => ({ suffix: `[]${suffix}`, object }))
  const choices = (schema['anyOf'] ?? schema['oneOf'] ?? []) as readonly JsonSchema[]
  return choices.flatMap(objectsIn)
}

/** Includes nested objects; named shapes are not expanded. */
export function fieldsOf(schema: JsonSchema, prefix = '', depth = 0): readonly Field[] {
  return objectsIn(schema).flatMap(({ suffix, object }) => {
    const required = (object['required'] ?? []) as readonly string[]
    const start = prefix + suffix
    return Object.entries(object['properties'] as Properties).flatMap(([name, field]): readonly Field[] => {
      const path = start === '' ? name : `${start}.${name}`
      const inner = depth < depthMax ? fieldsOf(field, path, depth + 1) : []
      return [{ name: path, required: required.includes(name), schema: field }, ...inner]
    })
  })
}

export function componentOf({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
}

export interface Kind {
  readonly words: string
  readonly shape?: string
}

function typeWords(schema: JsonSchema): string {
  const { type, const: constant, format } = schema
  if (constant !== undefined) return JSON.stringify(constant)
  if (format === 'binary') return 'bytes'
  const words = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'any'
  return typeof format === 'string' ? `${words}, ${format}` : words
}

/** `string`, `list of File`, `integer or null`. */
export function kindOf(schema: JsonSchema): Kind {
  const shape = componentOf(schema)
  if (shape !== undefined) return { words: shape, shape }
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined
  if (choices) {
    const kinds = choices.map(kindOf)
    const named = kinds.find((kind) => kind.shape !== undefined)?.shape
    return {
      words: [...new Set(kinds.map(({ words }) => words))].join(' or '),
      ...(named !== undefined && { shape: named }),
    }
  }
  if (schema['items']) {
    const item = kindOf(schema['items'] as JsonSchema)
    const orNull = Array.isArray(schema['type']) ? ' or null' : ''
    return { ...item, words: `list of ${item.words}${orNull}` }
  }
  return { words: typeWords(schema) }
}

const number = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString('en-US') : String(value)

/** `1 to 80 characters`, `at least 1`, `at most 100 entries`. */
function rangeWords(
  min: unknown,
  max: unknown,
  [one, many]: readonly [one: string, many: string],
): string | undefined {
  const bound = (value: unknown) => `${number(value)} ${value === 1 ? one : many}`.trimEnd()
  if (min !== undefined && max !== undefined)
    return min === max ? bound(min) : `${number(min)} to ${bound(max)}`
  if (min !== undefined) return `at least ${bound(min)}`
  return max === undefined ? undefined : `at most ${bound(max)}`
}

const byteUnits = [
  [1024 ** 3, 'GB'],
  [1024 ** 2, 'MB'],
  [1024, 'KB'],
] as const

/** `5 GB`, `1,000 bytes`. */
function sizeWords(bytes: number): string {
  const [unit, name] = byteUnits.find(([size]) => bytes % size === 0) ?? [1, 'bytes']
  return `${number(bytes / unit)} ${name}`
}

function lengthWords({ format, minLength, maxLength }: JsonSchema): string | undefined {
  if (format !== 'binary') return rangeWords(minLength, maxLength, ['character', 'characters'])
  return typeof maxLength === 'number' ? `at most ${sizeWords(maxLength)}` : undefined
}

/** Short phrases; allowed values and patterns are in backticks. */
export function limitsOf(schema: JsonSchema): readonly string[] {
  const { enum: values, default: fallback, pattern } = schema
  const phrases = [
    lengthWords(schema),
    typeof pattern === 'string' ? `matches \`${pattern}\`` : undefined,
    rangeWords(schema['minimum'], schema['maximum'], ['', '']),
    rangeWords(schema['minItems'], schema['maxItems'], ['entry', 'entries']),
    Array.isArray(values)
      ? `one of ${values
          .filter((value) => value !== null)
          .map((value) => `\`${String(value)}\``)
          .join(', ')}`
      : undefined,
    fallback === undefined
      ? undefined
      : `default \`${typeof fallback === 'string' ? fallback : JSON.stringify(fallback)}\``,
  ]
  return phrases.filter((phrase) => phrase !== undefined)
}
