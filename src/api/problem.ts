import { ExpectedError } from '../platform/expected-error.ts'

/** Code → HTTP status and default sentence. */
export type ProblemTable = Readonly<Record<string, readonly [status: number, sentence: string]>>

export interface ProblemInput {
  readonly message?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** For the operator's log only. */
  readonly cause?: unknown
}

export const retryAfter = (seconds: number | undefined): ProblemInput =>
  seconds === undefined ? {} : { headers: { 'Retry-After': String(seconds) } }

/** The only error that handlers throw on purpose; the envelope renders it. */
export class Problem extends ExpectedError {
  override readonly name = 'Problem'
  readonly status: number
  readonly code: string
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly headers: Readonly<Record<string, string>> | undefined

  constructor(code: string, [status, sentence]: readonly [number, string], input: ProblemInput = {}) {
    super(input.message ?? sentence, { cause: input.cause })
    this.code = code
    this.status = status
    this.details = input.details
    this.headers = input.headers
  }
}

type Problems<Table extends ProblemTable> = {
  readonly [Code in keyof Table]: (input?: ProblemInput) => Problem
}

/** One constructor per code: `throw problem.folder_not_found()`. */
export function defineProblems<const Table extends ProblemTable>(table: Table): Problems<Table> {
  const entries = Object.entries(table).map(([code, row]) => [
    code,
    (input?: ProblemInput) => new Problem(code, row, input),
  ])
  return Object.fromEntries(entries) as Problems<Table>
}
