import { z } from 'zod'
import { brokenConstraint } from '../platform/database/connection.ts'
import { ReasonedError } from '../platform/reasoned-error.ts'
import type { CallerOf, Who } from './caller.ts'
import { codeIn, type Endpoint, type EndpointLimit } from './endpoint.ts'
import { parseInput } from './parse.ts'
import { Problem, retryAfter } from './problem.ts'
import type { CallExample } from './example.ts'
import type { ServiceProfile } from './service.ts'

/** Omitted fields stay as declared. */
export interface Adoption<Code extends string, Allowed extends Who, Place extends z.ZodObject> {
  /** When the service adopts several operations of one ID: `sms.updateMember`. */
  readonly id?: string
  readonly who: Allowed
  readonly within?: {
    readonly path: `/${string}`
    readonly params: Place
    readonly problems: readonly Code[]
    /** Throws when the caller may not be there, before the operation runs. */
    readonly check: (place: z.output<Place>, caller: CallerOf<Allowed>) => void
  }
  /** Codes of the declaration → codes of this service, where they differ. */
  readonly codes?: Readonly<Record<string, Code>>
  readonly limit?: EndpointLimit
  readonly isRecorded?: boolean
  /** With its own steps. The answer is the declared one by default. */
  readonly example?: CallExample
}

/** Same input, result, and handler, with the envelope, scopes, codes, and limits of the adopting service. */
export function adoptEndpoint<Code extends string, Allowed extends Who, Place extends z.ZodObject>(
  service: ServiceProfile,
  endpoint: Endpoint,
  { id = endpoint.id, who, within, codes = {}, limit, isRecorded, example }: Adoption<Code, Allowed, Place>,
): Endpoint<CallerOf<Allowed>> {
  const { definition } = endpoint
  // The steps of the declared example belong to the other service.
  const { example: declared, ...promised } = definition
  const adopted: Endpoint<CallerOf<Allowed>> = {
    id,
    service,
    original: endpoint,
    renamed: codes,
    definition: {
      ...promised,
      who,
      path: `${within?.path ?? ''}${definition.path}`,
      ...(within && { params: z.object({ ...within.params.shape, ...definition.params?.shape }) }),
      problems: [
        ...new Set([...(within?.problems ?? []), ...definition.problems.map((code) => codes[code] ?? code)]),
      ],
      ...(limit && { limit }),
      ...(isRecorded !== undefined && { isRecorded }),
      ...(example && { example: { answer: declared?.answer, ...example } }),
      permit: (caller, params) => {
        if (within) within.check(parseInput(adopted, 'params', within.params, params), caller)
        try {
          definition.permit?.(caller, params)
        } catch (error) {
          throw translateError(adopted, endpoint, error)
        }
      },
      handle: async (input, context) => {
        try {
          return await definition.handle(input, context)
        } catch (error) {
          throw translateError(adopted, endpoint, error)
        }
      },
    },
  }
  return adopted
}

function codeOf(error: unknown, { refusals = {}, constraints }: ServiceProfile): string | undefined {
  if (error instanceof Problem) return error.code
  if (error instanceof ReasonedError) return refusals[error.reason]
  const constraint = brokenConstraint(error)
  return constraint === undefined ? undefined : constraints[constraint]
}

function translateError(adopted: Endpoint, original: Endpoint, error: unknown): unknown {
  const declared = codeOf(error, original.service)
  if (declared === undefined) return error
  const code = codeIn(adopted, declared)
  const row = adopted.service.problems[code]
  if (!row) return error
  if (error instanceof ReasonedError) return new Problem(code, row, retryAfter(error.retrySeconds))
  if (!(error instanceof Problem)) return new Problem(code, row)
  const isUsual = error.message === original.service.problems[declared]?.[1]
  return new Problem(code, row, {
    ...(!isUsual && { message: error.message }),
    ...(error.details && { details: error.details }),
    ...(error.headers && { headers: error.headers }),
    cause: error.cause,
  })
}
