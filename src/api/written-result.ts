import type { z } from 'zod'

/** A result that is JSON already, by the schema that the endpoint declares: for lists of a thousand rows. */
export class WrittenResult<Output> {
  readonly schema: z.ZodType<unknown, Output>
  readonly text: string

  constructor(schema: z.ZodType<unknown, Output>, text: string) {
    this.schema = schema
    this.text = text
  }
}
