import type { Progress } from '../../platform/progress.ts'
import { isOutcome, type Outcome } from '../outcome.ts'

/** One line of JSON from the client to the server. */
export interface Request {
  readonly argv: readonly string[]
  readonly cwd?: string
  /**
   * The client reads lines until the outcome, and ends its half of the connection to interrupt the command. Clients of
   * older versions do neither: they end their half at once, and read the outcome alone.
   */
  readonly lines?: true
}

/** The last line of an answer. Servers of older versions send it alone and without their version. */
export interface FinalLine extends Outcome {
  readonly version?: string
}

export type AnswerLine =
  | { readonly progress: Progress }
  /** Sent when nothing else was for a while. */
  | { readonly alive: true }
  | FinalLine

const wordsMax = 1_000

export function readRequest(text: string): Request | undefined {
  const value = fromJson(text)
  if (value === undefined || !('argv' in value)) return undefined
  const argv: unknown = value.argv
  if (!Array.isArray(argv) || argv.length > wordsMax) return undefined
  if (!argv.every((word) => typeof word === 'string')) return undefined
  return {
    argv,
    ...('cwd' in value && typeof value.cwd === 'string' && { cwd: value.cwd }),
    ...('lines' in value && value.lines === true && { lines: true }),
  }
}

/** Undefined for a line that a newer server sends. */
export function readAnswerLine(text: string): AnswerLine | undefined {
  const value = fromJson(text)
  if (value === undefined) return undefined
  if (isOutcome(value)) return value
  if ('progress' in value && isProgress(value.progress)) return { progress: value.progress }
  return undefined
}

function fromJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function isProgress(value: unknown): value is Progress {
  if (typeof value !== 'object' || value === null) return false
  const { step, done, total, unit } = value as Partial<Progress>
  return (
    typeof step === 'string' &&
    typeof done === 'number' &&
    (total === undefined || typeof total === 'number') &&
    (unit === 'bytes' || unit === 'items')
  )
}
