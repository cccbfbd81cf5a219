import { z } from 'zod'
import { rangePredicate } from './sentence.ts'

/** The problem of an invalid field. Without one it is the service's `malformed_request`. */
const fieldProblems = z.registry<{ problem: string }>()

/** The same schema; an invalid value is refused with this code: `refusedAs('invalid_name', text)`. */
export function refusedAs<Schema extends z.ZodType>(problem: string, schema: Schema): Schema {
  fieldProblems.add(schema, { problem })
  return schema
}

function unwrapped(schema: z.ZodType): z.ZodType | undefined {
  const inner =
    (schema.def as { innerType?: unknown; in?: unknown }).innerType ?? (schema.def as { in?: unknown }).in
  return inner instanceof z.ZodType ? inner : undefined
}

/** The code declared for a field, also through `.optional()`, `.nullable()`, `.default()` and pipes around it. */
export function problemOf(schema: z.ZodType | undefined): string | undefined {
  for (let at = schema; at; at = unwrapped(at)) {
    const declared = fieldProblems.get(at)
    if (declared) return declared.problem
  }
  return undefined
}

/**
 * A string that PostgreSQL stores unchanged: without NUL and without unpaired surrogates. Every string from outside is
 * declared with it.
 */
export const text = () =>
  z
    .string()
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'must not contain NUL or invalid Unicode',
    )

/** Counts characters as people do: Unicode code points, not UTF-16 units. */
export const characters = (value: string): number => {
  let count = 0
  for (const _ of value) count++
  return count
}

/**
 * The same schema; the reference shows its limits in characters. JSON Schema counts them as `characters` does. For those that
 * `refine` checks, because zod counts UTF-16 units.
 */
export const withLength = <Schema extends z.ZodType>(
  limits: { readonly min?: number; readonly max: number },
  schema: Schema,
): Schema =>
  schema.meta({ ...(limits.min !== undefined && { minLength: limits.min }), maxLength: limits.max })

/** A date with its time and zone, in an answer. */
export const instant = () => z.string().meta({ format: 'date-time' })

/** A time in an answer as `platform/clock.ts` `plainTime` writes it, which is not the `date-time` of JSON Schema. */
export const plainInstant = () =>
  z.string().meta({
    pattern: String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`,
    description: 'YYYY-MM-DD HH:MM:SS, UTC',
  })

/** A JSON Schema (2020-12) or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** How the reference shows a schema that parses text into another type. */
const shownSchemas = z.registry<{ schema: JsonSchema }>()

/** The same schema; the reference shows callers this JSON Schema in its place. */
export function shownAs<Schema extends z.ZodType>(shown: JsonSchema, schema: Schema): Schema {
  shownSchemas.add(schema, { schema: shown })
  return schema
}

/** The JSON Schema given by `shownAs`, also after `.describe()` and `.meta()`. */
export const shownSchemaOf = (schema: z.core.$ZodType): JsonSchema | undefined =>
  shownSchemas.get(schema)?.schema

/** An integer of a JSON body, within a range. */
export function wholeNumber({ min, max }: { readonly min: number; readonly max: number }) {
  const outside = rangePredicate({ min, max })
  // One that is missing is said to be.
  const error = ({ input }: { readonly input?: unknown }) => (input === undefined ? undefined : outside)
  return z.int({ error }).min(min, outside).max(max, outside)
}

/** An integer in a query string or path: digits only, within the range of exact integers. */
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

/**
 * A row's id in a JSON body. No row has one beyond 2^53, which JSON.parse cannot keep exactly: it stands for 0, an unknown
 * id like every other one.
 */
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

/** What counts as absent for a field. */
const absentValues = new WeakMap<z.ZodType, readonly unknown[]>()

/** An optional field of a body for which null and '' count as absent: clients send them for what people left empty. */
export function emptyIsAbsent<Schema extends z.ZodType>(schema: Schema): Schema {
  absentValues.set(schema, [null, ''])
  return schema
}

/** The same for a field where '' means something. */
export function nullIsAbsent<Schema extends z.ZodType>(schema: Schema): Schema {
  absentValues.set(schema, [null])
  return schema
}

/** Whether callers may send null for a field and mean that it is absent. */
export const takesNull = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodType && absentValues.has(schema)

/** A body without its fields that count as absent. */
export const withoutEmpty = (schema: z.ZodObject, body: object): object =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => {
      const field = schema.shape[name] as z.ZodType | undefined
      return !field || !absentValues.get(field)?.includes(value)
    }),
  )

/** A row's id in a query string or path. */
export const idText = () => integerText({ min: 1, max: Number.MAX_SAFE_INTEGER })
