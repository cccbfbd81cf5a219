import type { z } from 'zod'

/** A result that the handler wrote as JSON itself, by the schema that it declares: for lists of a thousand rows. */
export class WrittenResult<Output> {
  readonly schema: z.ZodType<unknown, Output>
  readonly text: string

  constructor(schema: z.ZodType<unknown, Output>, text: string) {
    this.schema = schema
    this.text = text
  }
}

/** What JSON escapes, and halves of characters, which it cannot have. */
const special = /["\\\u0000-\u001F\uD800-\uDFFF]/

/** A string in JSON. */
export const jsonString = (text: string): string => (special.test(text) ? JSON.stringify(text) : `"${text}"`)

/**
 * Writes lists of the schema's objects, each from the JSON of its fields: what the schema does not declare is not
 * written. To make objects, check them and turn them into text takes three times as long.
 */
export function listWriter<Shape extends z.ZodRawShape>(list: z.ZodArray<z.ZodObject<Shape>>) {
  type Fields = Readonly<Record<keyof Shape, string>>
  const fields = Object.keys(list.element.shape).map((name: keyof Shape & string, at) => ({
    name,
    before: `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`,
  }))
  return (rows: readonly Fields[]): WrittenResult<z.input<typeof list>> => {
    let text = '['
    for (const [at, row] of rows.entries()) {
      if (at > 0) text += ','
      for (const { name, before } of fields) text += before + row[name]
      text += '}'
    }
    return new WrittenResult(list, `${text}]`)
  }
}
