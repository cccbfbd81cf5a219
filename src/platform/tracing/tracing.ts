import type { FastifyInstance } from 'fastify'
import type { JobDefinition } from '../jobs/job.ts'
import type { LoopDefinition } from '../jobs/loop.ts'
import type { Log } from '../log/log.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { TracingConfig } from './settings.ts'

/**
 * Makes a span of each unit of work: of each request, job, run of a loop and outgoing request. Spans say which endpoint, service
 * and code it was and how long it took, and never what was in it: no names, numbers, addresses of people, keys, queries
 * or bodies.
 */
export interface Tracing {
  /** For an origin, before anything is mounted. */
  readonly traceRequests: (app: FastifyInstance) => void
  readonly traceJob: <Context>(job: JobDefinition<unknown, Context>) => JobDefinition<unknown, Context>
  readonly traceLoop: <Context>(loop: LoopDefinition<Context>) => LoopDefinition<Context>
  readonly traceOutgoing: (outgoing: Outgoing) => Outgoing
  /** Sends the remaining spans, if the collector takes them within a short time. */
  readonly close: () => Promise<void>
}

export interface TracingOptions {
  readonly config: TracingConfig
  readonly log: Log
  readonly version: string
}
