import { Gauge, type Registry } from 'prom-client'
import { monotonicMs } from '../clock.ts'
import { withDeadline } from '../deadline.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'

export interface CollectorContext {
  readonly clock: Clock
  readonly database: Database
}

export interface CollectorRow<Name extends string = string, Label extends string = string> {
  readonly labels: Readonly<Record<Label, string>>
  readonly values: Readonly<Record<Name, number>>
}

export interface Collector<
  Context = CollectorContext,
  Name extends string = string,
  Label extends string = string,
> {
  /** Name without `bureau_` → meaning. */
  readonly gauges: Readonly<Record<Name, string>>
  readonly labels: readonly Label[]
  /** Must be cheap at any table size: along an index, and bounded. */
  readonly read: (context: Context) => Promise<readonly CollectorRow<Name, Label>[]>
}

export function defineCollector<
  Context = CollectorContext,
  const Name extends string = string,
  const Label extends string = string,
>(collector: Collector<Context, Name, Label>): Collector<Context> {
  return collector
}

/** Collectors stop counting rows here, so that a scrape does not make a backlog worse. */
export const countedMax = 10_000

const readEveryMs = 5_000
const readMsMax = 2_000

export function addCollector<Context>(
  registry: Registry,
  collector: Collector<Context>,
  context: Context,
): void {
  const read = sampled(() => withDeadline(readMsMax, () => collector.read(context)))
  for (const [name, help] of Object.entries(collector.gauges)) {
    const gauge = new Gauge({
      name: `bureau_${name}`,
      help,
      labelNames: collector.labels,
      registers: [registry],
      async collect() {
        const rows = await read()
        gauge.reset()
        // Without labels, a reset leaves a 0 that was never read.
        if (rows.length === 0 && collector.labels.length === 0) gauge.remove()
        for (const { labels, values } of rows) gauge.set(labels, values[name] ?? 0)
      },
    })
  }
}

/** A failed read counts too, so that reads don't pile up. */
function sampled(read: () => Promise<readonly CollectorRow[]>): () => Promise<readonly CollectorRow[]> {
  let reading: Promise<readonly CollectorRow[]> = Promise.resolve([])
  let readMs = -Infinity
  return () => {
    if (monotonicMs() - readMs < readEveryMs) return reading
    readMs = monotonicMs()
    return (reading = read().catch(() => []))
  }
}
