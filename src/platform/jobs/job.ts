import type { z } from 'zod'
import type { PlatformContext } from '../context.ts'

/** One kind of background work. Listed in its service's `jobs.ts`; enqueued with `enqueue(tx, job, payload)`. */
export interface JobDefinition<Payload = unknown, Context = PlatformContext> {
  /** Verb and noun in kebab case, unique in the program: `deliver-mail`. */
  readonly name: string
  readonly input: z.ZodType<Payload>
  /** Cron expression in UTC for work that comes back by itself; its payload is `{}`. */
  readonly every?: string
  /** How often a failing job is tried before it stays in the table as failed. */
  readonly attemptsMax: number
  run(payload: Payload, context: Context): Promise<void>
}

export function defineJob<Payload, Context = PlatformContext>(
  definition: JobDefinition<Payload, Context>,
): JobDefinition<Payload, Context> {
  return definition
}
