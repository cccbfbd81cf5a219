import type { Endpoint } from '../endpoint.ts'
import { exampleAnswer } from './answer.ts'
import type { ExampleInput, ExampleStep, GivenVariable } from '../example.ts'

export interface KnownVariable {
  readonly variable: string
  readonly value: unknown
}

export interface PlannedStep extends KnownVariable {
  readonly path: string
  readonly endpoint: Endpoint
  readonly input: ExampleInput
}

type Fields = Readonly<Record<string, unknown>>

/** Evaluates a jq path such as `.messages[0].id` or `.numbers[-1].id`. */
const valueAt = (answer: unknown, path: string): unknown =>
  [...path.matchAll(/-?\w+/g)].reduce<unknown>(
    (value, [name]) =>
      Array.isArray(value) ? (value.at(Number(name)) as unknown) : (value as Fields | undefined)?.[name],
    answer,
  )

function planned(
  endpoint: Endpoint,
  { variable, operation, path, input }: ExampleStep,
  endpoints: readonly Endpoint[],
): readonly PlannedStep[] {
  const called = endpoints.find(({ id }) => id === operation)
  if (!called) throw new Error(`${endpoint.id}: its example calls ${operation}, which does not exist`)
  const value = valueAt(exampleAnswer(called), path)
  if (value === undefined) throw new Error(`${endpoint.id}: the example of ${operation} answers no ${path}`)
  const step = { variable, path, endpoint: called, input: { ...called.definition.example, ...input }, value }
  return [...stepsOf(called, endpoints), step]
}

/** The steps before the call, in order, with their own prerequisites. */
export function stepsOf(endpoint: Endpoint, endpoints: readonly Endpoint[]): readonly PlannedStep[] {
  const steps = (endpoint.definition.example?.before ?? []).flatMap((step) =>
    planned(endpoint, step, endpoints),
  )
  const first = new Map(steps.map((step) => [`${step.variable} ${step.endpoint.id}`, step]))
  return [...first.values()]
}

export const givenTo = ({ definition: { example } }: Endpoint): readonly (KnownVariable & GivenVariable)[] =>
  Object.entries(example?.given ?? {}).map(([variable, given]) => ({ variable, ...given }))

export const knownTo = (endpoint: Endpoint, endpoints: readonly Endpoint[]): readonly KnownVariable[] => [
  ...givenTo(endpoint),
  ...stepsOf(endpoint, endpoints),
]

const variablePattern = /^\$([A-Z_]+)$/

export const variableIn = (text: unknown): string | undefined =>
  typeof text === 'string' ? variablePattern.exec(text)?.[1] : undefined

export function withValues(value: unknown, known: readonly KnownVariable[]): unknown {
  const variable = variableIn(value)
  if (variable !== undefined) {
    const found = known.findLast((each) => each.variable === variable)
    if (!found) throw new Error(`no step of the example sets ${variable}`)
    return found.value
  }
  if (Array.isArray(value)) return value.map((each) => withValues(each, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withValues(inner, known)]))
}
