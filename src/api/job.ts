import { defineJob as define, type JobDefinition, type JobSpec } from '../platform/jobs/job.ts'
import type { Context } from './context.ts'

export type Job<Payload = unknown> = JobDefinition<Payload, Context>

export const defineJob = <Payload>(spec: JobSpec<Payload, Context>): Job<Payload> => define(spec)
