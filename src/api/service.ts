import type { CallerKind, RefusalOf } from './caller.ts'
import type { Envelope } from './envelope.ts'
import type { ProblemTable } from './problem.ts'

/** What is wrong with a request before its endpoint looks at it. */
export type Fault =
  | 'malformed_request'
  | 'malformed_json'
  | 'body_too_large'
  | 'unknown_path'
  | 'unknown_method'
  | 'unsatisfiable_range'
  | 'busy'
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
export interface ServiceProfile<
  Problems extends ProblemTable = ProblemTable,
  Scope extends string = string,
  Kind extends CallerKind = CallerKind,
> {
  readonly name: string
  readonly title: string
  /** One paragraph for the reference page. */
  readonly description: string
  readonly envelope: Envelope
  readonly problems: Problems
  /** The kinds of callers that its endpoints may take. */
  readonly callers: readonly Kind[]
  /**
   * Which code stands for which fault, and for which refusal of the gates of its callers. Every endpoint may answer with
   * these without declaring them.
   */
  readonly codes: Readonly<Record<Fault, Extract<keyof Problems, string>>> &
    Readonly<Record<RefusalOf<Kind>, Extract<keyof Problems, string>>>
  /** Constraint name in the database → code of the problem that it stands for. */
  readonly constraints: Readonly<Record<string, Extract<keyof Problems, string>>>
  /** Reason of a `ReasonedError` → code of the problem that it stands for. */
  readonly refusals?: Readonly<Record<string, Extract<keyof Problems, string>>>
  readonly scopes: Readonly<Record<Scope, string>>
  /** First segment of the paths → what those operations are about, in one sentence for the reference. */
  readonly resources?: Readonly<Record<string, string>>
  readonly rateHeaders: readonly RateHeader[]
  readonly jsonBytesMax: number
  /** Browsers of any origin may call: docs/api/conventions.md#cors. */
  readonly cors: boolean
}
