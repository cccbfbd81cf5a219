import type { z } from 'zod'
import type { PlatformContext } from '../context.ts'
import type { Queue } from './queue.ts'

/** What a job does with a payload that fits, as `defineJob` takes it. */
export interface JobSpec<Payload, Context> {
  /** Verb and noun in kebab case, unique in the program: `deliver-mail`. */
  readonly name: string
  readonly input: z.ZodType<Payload>
  /** `machines` unless a person waits for it. */
  readonly queue?: Queue
  /** Whose work it is. Jobs of one tenant take turns, so that they never fill a queue: decision 0027. */
  readonly scopeOf?: (payload: Payload) => number
  /** Cron expression in UTC for work that comes back by itself; its payload is `{}`. */
  readonly every?: string
  /** How often a failing job is tried before it stays in the table as failed. */
  readonly attemptsMax: number
  readonly run: (payload: Payload, context: Context) => Promise<void>
}

/**
 * One kind of background work. Listed in its service's `jobs.ts`; enqueued with `enqueue(tx, job, payload)`. Payloads
 * come out of a table, so both functions take anything.
 */
export interface JobDefinition<Payload = unknown, Context = PlatformContext> {
  readonly name: string
  readonly input: z.ZodType<Payload>
  readonly queue: Queue
  readonly every?: string
  readonly attemptsMax: number
  /** Undefined for a job of no tenant, and for a payload that does not fit. */
  readonly scopeOf: (payload: unknown) => number | undefined
  /** Rejects with `JobFailed` when the payload does not fit. */
  readonly run: (payload: unknown, context: Context) => Promise<void>
}

/** What the job table keeps of an error: no values, no stack, and not without end. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed'
}

export function defineJob<Payload, Context = PlatformContext>({
  run,
  scopeOf,
  queue = 'machines',
  ...rest
}: JobSpec<Payload, Context>): JobDefinition<Payload, Context> {
  return {
    ...rest,
    queue,
    scopeOf(payload) {
      const parsed = scopeOf && rest.input.safeParse(payload)
      return parsed?.success ? scopeOf?.(parsed.data) : undefined
    },
    run: async (payload, context) => run(payloadOf(rest.input, payload), context),
  }
}

function payloadOf<Payload>(input: z.ZodType<Payload>, payload: unknown): Payload {
  const parsed = input.safeParse(payload)
  if (parsed.success) return parsed.data
  // Only names of fields: a payload may hold what must not be logged.
  const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'payload')
  throw new JobFailed(`The payload does not fit the job: ${fields.join(', ')}.`)
}
