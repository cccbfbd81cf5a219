import { defineJob as define, type JobDefinition } from '../platform/jobs/job.ts'
import type { Context } from './context.ts'

/** Background work of a service, which may touch all of the context. */
export type Job<Payload = unknown> = JobDefinition<Payload, Context>

export const defineJob = <Payload>(definition: Job<Payload>): Job<Payload> => define(definition)
