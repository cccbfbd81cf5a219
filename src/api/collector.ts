import type { Collector as PlatformCollector } from '../platform/operations/collector.ts'
import type { Context } from './context.ts'

/** What a service tells of itself on `/metrics`, and which may touch all of the context. */
export type Collector = PlatformCollector<Context>
