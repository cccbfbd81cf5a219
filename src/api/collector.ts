import type { Collector as PlatformCollector } from '../platform/operations/collector.ts'
import type { Context } from './context.ts'

/** A collector of a service, which may use the whole context. */
export type Collector = PlatformCollector<Context>
