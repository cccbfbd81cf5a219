import type { FastifyInstance } from 'fastify'
import type { JobDefinition } from '../jobs/job.ts'
import type { LoopDefinition } from '../jobs/loop.ts'
import type { Log } from '../log/log.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { TracingConfig } from './settings.ts'

/** Spans name endpoint, service and code, and never contents: no names, numbers, addresses of people, keys, queries or bodies. */
export interface Tracing {
  /** Call it before anything is mounted. */
  readonly traceRequests: (app: FastifyInstance) => void
  readonly traceJob: <Context>(job: JobDefinition<unknown, Context>) => JobDefinition<unknown, Context>
  readonly traceLoop: <Context>(loop: LoopDefinition<Context>) => LoopDefinition<Context>
  readonly traceOutgoing: (outgoing: Outgoing) => Outgoing
  readonly close: () => Promise<void>
}

export interface TracingOptions {
  readonly config: TracingConfig
  readonly log: Log
  readonly version: string
}
