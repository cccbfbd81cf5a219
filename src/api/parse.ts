import type { z } from 'zod'
import { codeIn, type Endpoint } from './endpoint.ts'
import { problemOf } from './field.ts'
import { Problem } from './problem.ts'
import { predicateOf, queryPredicateOf, sentencesOf } from './sentence.ts'

type Part = 'params' | 'query' | 'body'

/** The problem that a service stands for with one of its codes. */
export function problemFor(endpoint: Pick<Endpoint, 'service'>, code: string, message?: string): Problem {
  const row = endpoint.service.problems[code]
  if (!row) throw new Error(`${code} is no problem of ${endpoint.service.name}`)
  return new Problem(code, row, message === undefined ? {} : { message })
}

/**
 * What the endpoint declared, out of what came. The first wrong field decides the code (the declared one of that
 * field), the message names all of them. An id of the wrong shape in the path is as unknown as any other.
 */
export function parseInput<Schema extends z.ZodObject>(
  endpoint: Endpoint,
  part: Part,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: part === 'query' ? queryPredicateOf : predicateOf })
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  const field = first?.path[0]
  const declared =
    typeof field === 'string' ? problemOf(schema.shape[field] as z.ZodType | undefined) : undefined
  const { codes } = endpoint.service
  const code =
    (declared && codeIn(endpoint, declared)) ??
    (part === 'params' ? codes.unknown_path : codes.malformed_request)
  // The sentence of an id that cannot be must not differ from that of an absent one, where both have one code.
  if (part === 'params' && code !== codes.malformed_request) throw problemFor(endpoint, code)
  throw problemFor(endpoint, code, sentencesOf(parsed.error.issues))
}
