import type { z } from 'zod'
import type { PlatformContext } from '../context.ts'
import type { Queue } from './queue.ts'

export interface JobSpec<Payload, Context> {
  /** Kebab-case verb and noun, unique in the program: `deliver-mail`. */
  readonly name: string
  readonly input: z.ZodType<Payload>
  readonly queue?: Queue
  /** Jobs of one scope take turns, so that they never fill a queue: decision 0027. */
  readonly scopeOf?: (payload: Payload) => number
  /** Cron expression in UTC; the payload is `{}`. */
  readonly every?: string
  readonly attemptsMax: number
  readonly run: (payload: Payload, context: Context) => Promise<void>
}

/** Listed in its service's `jobs.ts`. Payloads come from a table, so both functions accept anything. */
export interface JobDefinition<Payload = unknown, Context = PlatformContext> {
  readonly name: string
  readonly input: z.ZodType<Payload>
  readonly queue: Queue
  readonly every?: string
  readonly attemptsMax: number
  readonly scopeOf: (payload: unknown) => number | undefined
  readonly run: (payload: unknown, context: Context) => Promise<void>
}

/** The job table stores its message: no values, no stack, bounded. */
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
  // Field names only: payloads may hold secrets.
  const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'payload')
  throw new JobFailed(`The payload does not fit the job: ${fields.join(', ')}.`)
}
