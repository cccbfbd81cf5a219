import type { z } from 'zod'
import type { Context } from '../context.ts'

/** One kind of background work. Listed in its service's `jobs.ts`; enqueued with `tx.enqueue(job, payload)`. */
export interface JobDefinition<Payload = unknown> {
  /** Verb and noun in kebab case, unique in the program: `deliver-mail`. */
  readonly name: string
  readonly input: z.ZodType<Payload>
  /** Cron expression in UTC for work that comes back by itself; its payload is `{}`. */
  readonly every?: string
  /** How often a failing job is tried before it stays in the table as failed. */
  readonly attemptsMax: number
  run(payload: Payload, context: Context): Promise<void>
}

export interface JobOptions {
  /** Not before this instant. */
  readonly runAt?: Date
  /** A waiting job of the same key is replaced instead of joined by a second one. */
  readonly key?: string
}

export function defineJob<Payload>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  return definition
}
