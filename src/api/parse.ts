import type { z } from 'zod'
import { codeIn, type Endpoint } from './endpoint.ts'
import { problemOf } from './field.ts'
import { Problem, type ProblemInput } from './problem.ts'
import { predicateOf, queryPredicateOf, sentencesOf } from './sentence.ts'

type Part = 'params' | 'query' | 'body'

export function problemFor(
  endpoint: Pick<Endpoint, 'service'>,
  code: string,
  input: ProblemInput = {},
): Problem {
  const row = endpoint.service.problems[code]
  if (!row) throw new Error(`${code} is not a problem of ${endpoint.service.name}`)
  return new Problem(code, row, input)
}

/** The first invalid field decides the code; the message names all of them. A malformed ID in the path is an unknown one. */
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
  const { codes, namesFields } = endpoint.service
  const code =
    (declared && codeIn(endpoint, declared)) ??
    (part === 'params' ? codes.unknown_path : codes.malformed_request)
  if (part === 'params' && code !== codes.malformed_request) throw problemFor(endpoint, code)
  const named = namesFields && typeof field === 'string'
  throw problemFor(endpoint, code, {
    message: sentencesOf(parsed.error.issues),
    ...(named && { details: { field } }),
  })
}
