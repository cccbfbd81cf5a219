import type { CallerKind, RefusalOf } from './caller.ts'
import type { Envelope } from './envelope.ts'
import type { ProblemTable } from './problem.ts'

/** Faults of a request that are found before its endpoint handles it. */
export type Fault =
  | 'malformed_request'
  | 'malformed_json'
  | 'body_too_large'
  | 'unknown_path'
  | 'unknown_method'
  | 'precondition_failed'
  | 'unsatisfiable_range'
  | 'busy'
  | 'timed_out'
  | 'unreachable'
  | 'failed'

/** Headers that tell callers about their limits: docs/api/conventions.md#rate-limits. SMS does not send any. */
export type RateHeader =
  | 'X-RateLimit-Limit-Minute'
  | 'X-RateLimit-Remaining-Minute'
  | 'X-RateLimit-Reset-Seconds'
  | 'X-RateLimit-Limit-Day'
  | 'X-RateLimit-Remaining-Day'

/** Everything that differs between the APIs. */
export interface ServiceProfile<
  Problems extends ProblemTable = ProblemTable,
  Scope extends string = string,
  Kind extends CallerKind = CallerKind,
> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly envelope: Envelope
  readonly problems: Problems
  readonly callers: readonly Kind[]
  /** The code of each fault and refusal. Every endpoint may answer with these without declaring them. */
  readonly codes: Readonly<Record<Fault, Extract<keyof Problems, string>>> &
    Readonly<Record<RefusalOf<Kind>, Extract<keyof Problems, string>>>
  /** Constraint name in the database → code of the problem that it stands for. */
  readonly constraints: Readonly<Record<string, Extract<keyof Problems, string>>>
  /** Reason of a `ReasonedError` → code of the problem that it stands for. */
  readonly refusals?: Readonly<Record<string, Extract<keyof Problems, string>>>
  readonly scopes: Readonly<Record<Scope, string>>
  /** First path segment → what its operations are about. Other paths are about the service, under its name. */
  readonly resources?: Readonly<Record<string, string>>
  readonly rateHeaders: readonly RateHeader[]
  readonly jsonBytesMax: number
  /** An empty body is malformed JSON; without this it is an empty object. */
  readonly bodyRequired?: true
  /** A refusal of malformed input has the name of the first invalid field in `details.field`. */
  readonly namesFields?: true
  /** Browsers of any origin may call: docs/api/conventions.md#cors. */
  readonly cors: boolean
  /** Every call is audited: completed ones in their transaction, refused ones by the scheme of their caller. */
  readonly audited?: true
}
