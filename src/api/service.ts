import type { Envelope } from './envelope.ts'
import type { ServiceName } from './principal.ts'
import type { ProblemTable } from './problem.ts'

/** Why a caller is not let in, in the words of the platform; each service says which of its codes that is. */
export type Refusal =
  | 'missing_key'
  | 'malformed_key'
  | 'unknown_key'
  | 'revoked_key'
  | 'expired_key'
  | 'orphaned_key'
  | 'disabled_account'
  | 'other_service'
  | 'origin_missing'
  | 'origin_blocked'
  | 'address_blocked'
  | 'not_approved'
  | 'no_subscription'
  | 'not_in_plan'
  | 'scope_missing'
  | 'limit_reached'
  | 'limits_unavailable'

/** What is wrong with a request before its endpoint looks at it. */
export type Fault =
  | 'malformed_request'
  | 'malformed_json'
  | 'body_too_large'
  | 'unknown_path'
  | 'unknown_method'
  | 'unsatisfiable_range'
  | 'timed_out'
  | 'unreachable'
  | 'failed'

/** Headers that tell a caller about his limits: docs/api/conventions.md#rate-limits. SMS has none. */
export type RateHeader =
  | 'X-RateLimit-Limit-Minute'
  | 'X-RateLimit-Remaining-Minute'
  | 'X-RateLimit-Reset-Seconds'
  | 'X-RateLimit-Limit-Day'
  | 'X-RateLimit-Remaining-Day'

/** Everything in which one API differs from the others. */
export interface ServiceProfile<Problems extends ProblemTable = ProblemTable, Scope extends string = string> {
  readonly name: ServiceName
  readonly title: string
  /** One paragraph for the reference page. */
  readonly description: string
  readonly envelope: Envelope
  readonly problems: Problems
  /** Which code stands for which refusal and fault. Every endpoint may answer with these without declaring them. */
  readonly codes: Readonly<Record<Refusal | Fault, Extract<keyof Problems, string>>>
  /** Constraint name in the database → code of the problem that it stands for. */
  readonly constraints: Readonly<Record<string, Extract<keyof Problems, string>>>
  /** Reason of a `ReasonedError` → code of the problem that it stands for. */
  readonly refusals?: Readonly<Record<string, Extract<keyof Problems, string>>>
  readonly scopes: Readonly<Record<Scope, string>>
  /** First segment of the paths → what those operations are about, in one sentence for the reference. */
  readonly resources?: Readonly<Record<string, string>>
  readonly rateHeaders: readonly RateHeader[]
  /** Caps over all keys of one user for this service: docs/api/keys.md#limits. */
  readonly accountLimits?: { readonly perMinute: number; readonly perDay: number }
  readonly jsonBytesMax: number
  /** Browsers of any origin may call: docs/api/conventions.md#cors. */
  readonly cors: boolean
}
