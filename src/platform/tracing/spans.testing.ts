import { silentLog } from '../../../test/log.ts'
import type { Log } from '../log/log.ts'
import { startCollector, type CollectedSpan, type Collector } from './collector.testing.ts'
import { openTracing } from './open.ts'
import type { TracingConfig } from './settings.ts'
import type { Tracing } from './tracing.ts'

export const open = (config: Partial<TracingConfig> & Pick<TracingConfig, 'url'>, log: Log = silentLog) =>
  openTracing({
    config: { serviceName: 'bureau', sampler: 'parentbased_always_on', ratio: 1, ...config },
    log,
    version: '1.2.3',
  })

/** The spans of `work`, told by a collector of its own. */
export async function spansOf(
  work: (tracing: Tracing, collector: Collector) => Promise<void>,
  config: Partial<TracingConfig> = {},
): Promise<readonly CollectedSpan[]> {
  await using collector = await startCollector()
  const tracing = await open({ ...config, url: collector.url })
  await work(tracing, collector)
  await tracing.close()
  return collector.spans
}
