import { performance } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { monotonicMs } from '../clock.ts'

/** prom-client gives these gauges names of counters. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `bureau_nodejs_active_${what}_total`)

const sampleMsMin = 1000

/** Each sample wakes the process; a hundred per second cost more than the rest of an idle process. */
const delayEveryMs = 100

export function addProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({
    register: registry,
    prefix: 'bureau_',
    eventLoopMonitoringPrecision: delayEveryMs,
  })
  for (const name of misnamed) registry.removeSingleMetric(name)
  let sample = performance.eventLoopUtilization()
  let sampledMs = monotonicMs()
  const utilization = new Gauge({
    name: 'bureau_event_loop_utilization_ratio',
    help: 'How much of the time since the last scrape the event loop was busy; near 1 everything waits.',
    registers: [registry],
    collect() {
      if (monotonicMs() - sampledMs < sampleMsMin) return
      utilization.set(performance.eventLoopUtilization(sample).utilization)
      sample = performance.eventLoopUtilization()
      sampledMs = monotonicMs()
    },
  })
  utilization.set(sample.utilization)
}
