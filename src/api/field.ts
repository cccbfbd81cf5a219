import { z } from 'zod'
import { rangePredicate } from './sentence.ts'

/** Default: the service's `malformed_request`. */
const fieldProblems = z.registry<{ problem: string }>()

/** An invalid value gets this code: `refusedAs('invalid_name', text)`. */
export function refusedAs<Schema extends z.ZodType>(problem: string, schema: Schema): Schema {
  fieldProblems.add(schema, { problem })
  return schema
}

function unwrapped(schema: z.ZodType): z.ZodType | undefined {
  const inner =
    (schema.def as { innerType?: unknown; in?: unknown }).innerType ?? (schema.def as { in?: unknown }).in
  return inner instanceof z.ZodType ? inner : undefined
}

/** Looks through `.optional()`, `.nullable()`, `.default()`, and pipes. */
export function problemOf(schema: z.ZodType | undefined): string | undefined {
  for (let at = schema; at; at = unwrapped(at)) {
    const declared = fieldProblems.get(at)
    if (declared) return declared.problem
  }
  return undefined
}

/** A string that PostgreSQL can store: without NUL and unpaired surrogates. Use it for every string from outside. */
export const text = () =>
  z
    .string()
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'must not contain NUL or invalid Unicode',
    )

/** Counts Unicode code points, not UTF-16 units. */
export const characters = (value: string): number => {
  let count = 0
  for (const _ of value) count++
  return count
}

/** Shows limits in characters, as JSON Schema counts them. For limits that `refine` checks, because zod counts UTF-16 units. */
export const withLength = <Schema extends z.ZodType>(
  limits: { readonly min?: number; readonly max: number },
  schema: Schema,
): Schema =>
  schema.meta({ ...(limits.min !== undefined && { minLength: limits.min }), maxLength: limits.max })

export const instant = () => z.string().meta({ format: 'date-time' })

/** As `plainTime` of platform/clock.ts writes it, which is not the `date-time` of JSON Schema. */
export const plainInstant = () =>
  z.string().meta({
    pattern: String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`,
    description: 'YYYY-MM-DD HH:MM:SS, UTC',
  })

export type JsonSchema = Readonly<Record<string, unknown>>

const shownSchemas = z.registry<{ schema: JsonSchema }>()

/** The reference shows this JSON Schema instead. */
export function shownAs<Schema extends z.ZodType>(shown: JsonSchema, schema: Schema): Schema {
  shownSchemas.add(schema, { schema: shown })
  return schema
}

/** Survives `.describe()` and `.meta()`. */
export const shownSchemaOf = (schema: z.core.$ZodType): JsonSchema | undefined =>
  shownSchemas.get(schema)?.schema

export function wholeNumber({ min, max }: { readonly min: number; readonly max: number }) {
  const outside = rangePredicate({ min, max })
  // A missing value has its own message.
  const error = ({ input }: { readonly input?: unknown }) => (input === undefined ? undefined : outside)
  return z.int({ error }).min(min, outside).max(max, outside)
}

/** An integer in a query string or path: digits only. */
export const integerText = (range: { readonly min: number; readonly max: number }) =>
  shownAs(
    {
      type: 'integer',
      minimum: range.min,
      ...(range.max < Number.MAX_SAFE_INTEGER && { maximum: range.max }),
    },
    z
      .string()
      .regex(/^\d{1,16}$/, rangePredicate(range))
      .transform(Number)
      .pipe(wholeNumber(range)),
  )

/** A row's ID in a JSON body. JSON.parse cannot represent values beyond 2^53 exactly, so they become 0, an unknown ID. */
export const idNumber = () =>
  shownAs(
    { type: 'integer' },
    z
      .unknown()
      .refine(
        (value) => typeof value === 'number' && (Number.isInteger(value) || Math.abs(value) === Infinity),
        'must be a whole number',
      )
      .transform((id) => (Number.isSafeInteger(id) ? Number(id) : 0)),
  )

const absentValues = new WeakMap<z.ZodType, readonly unknown[]>()

/** null and '' count as absent: clients send them for empty inputs. */
export function emptyIsAbsent<Schema extends z.ZodType>(schema: Schema): Schema {
  absentValues.set(schema, [null, ''])
  return schema
}

export function nullIsAbsent<Schema extends z.ZodType>(schema: Schema): Schema {
  absentValues.set(schema, [null])
  return schema
}

export const takesNull = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodType && absentValues.has(schema)

export const withoutEmpty = (schema: z.ZodObject, body: object): object =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => {
      const field = schema.shape[name] as z.ZodType | undefined
      return !field || !absentValues.get(field)?.includes(value)
    }),
  )

export const idText = () => integerText({ min: 1, max: Number.MAX_SAFE_INTEGER })
