import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { monotonicMs } from '../clock.ts'
import type { PoolState } from '../database/database.ts'
import type { FairLimiter } from '../concurrency/fair-limiter.ts'
import type { ConnectionBytes } from '../http/connection-bytes.ts'
import type { ObserveJob, ObserveLoop } from './observations.ts'
import { addProcessMetrics } from './process-metrics.ts'
import { addCollector, type Collector } from './collector.ts'
import { Tally } from './tally.ts'

export interface RequestObservation {
  readonly service: string
  /** The operation id, or `none`; never a path, of which there are too many. */
  readonly endpoint: string
  readonly status: number
  readonly seconds: number
  readonly bytes: ConnectionBytes
  readonly page?: { readonly id: string; readonly site: { readonly name: string } } | undefined
}

export interface AttemptObservation {
  /** `refused`: not 2xx; `failed`: no response; `ended`: no further attempts. */
  readonly outcome: 'delivered' | 'refused' | 'failed' | 'ended'
  readonly seconds: number
  readonly delaySeconds: number | undefined
}

/** No label names a scope, a user or a key. */
export interface Metrics {
  readonly observeRequest: (observation: RequestObservation) => void
  readonly countRefusal: (limit: string) => void
  readonly countUncaught: () => void
  readonly observeJob: ObserveJob
  readonly observeLoop: ObserveLoop
  readonly observeAttempt: (attempt: AttemptObservation) => void
  readonly addCollector: <Context>(collector: Collector<Context>, context: Context) => void
  readonly addPool: (connections: () => PoolState) => void
  readonly watchLog: (dropped: () => number) => void
  readonly watchRequestLog: (dropped: () => number) => void
  readonly watchLimiters: (resources: readonly FairLimiter[]) => void
  readonly text: () => Promise<string>
  readonly contentType: string
}

export interface MetricsOptions {
  readonly version: string
}

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300]
const attemptBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const delayBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300, 900]
const loopBuckets = [0.001, 0.01, 0.1, 1, 10, 60]

function addPoolGauge(registry: Registry, connections: () => PoolState): void {
  const gauge = new Gauge({
    name: 'bureau_database_connections',
    help: 'Connections of the pool by state; waiting counts those who want one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle, waiting } = connections()
      gauge.set({ state: 'busy' }, total - idle)
      gauge.set({ state: 'idle' }, idle)
      gauge.set({ state: 'waiting' }, waiting)
    },
  })
}

/** A growing time since success shows a loop that hangs or fails. */
function addLoops(registry: Registry): ObserveLoop {
  const runs = new Histogram({
    name: 'bureau_loop_duration_seconds',
    help: 'Runs of loops by how they ended.',
    labelNames: ['loop', 'outcome'],
    buckets: loopBuckets,
    registers: [registry],
  })
  const succeededMs = new Map<string, number>()
  const since = new Gauge({
    name: 'bureau_loop_seconds_since_success',
    help: 'How long ago a loop last succeeded, or started if it never has.',
    labelNames: ['loop'],
    registers: [registry],
    collect() {
      for (const [loop, ms] of succeededMs) since.set({ loop }, (monotonicMs() - ms) / 1000)
    },
  })
  return (loop) => {
    succeededMs.set(loop, monotonicMs())
    return (outcome, seconds) => {
      runs.observe({ loop, outcome }, seconds)
      if (outcome === 'done') succeededMs.set(loop, monotonicMs())
    }
  }
}

function addAttempts(registers: Registry[]): Metrics['observeAttempt'] {
  const durations = new Histogram({
    name: 'bureau_webhook_attempt_duration_seconds',
    help: 'Attempts to deliver an event to a webhook by how they ended.',
    labelNames: ['outcome'],
    buckets: attemptBuckets,
    registers,
  })
  const delays = new Histogram({
    name: 'bureau_webhook_delay_seconds',
    help: 'From an event to the first attempt to deliver it.',
    buckets: delayBuckets,
    registers,
  })
  return ({ outcome, seconds, delaySeconds }) => {
    durations.observe({ outcome }, seconds)
    if (delaySeconds !== undefined) delays.observe(delaySeconds)
  }
}

function addTraffic(registers: Registry[]) {
  const labelNames = ['service'] as const
  const received = new Tally({
    name: 'bureau_http_received_bytes_total',
    help: 'Bytes of requests, heads included.',
    labelNames,
    registers,
  })
  const sent = new Tally({
    name: 'bureau_http_sent_bytes_total',
    help: 'Bytes of answers, heads included; not what nginx sends for Bureau.',
    labelNames,
    registers,
  })
  return {
    count: (service: string, bytes: ConnectionBytes) => {
      received.add(service, bytes.received, () => ({ service }))
      sent.add(service, bytes.sent, () => ({ service }))
    },
  }
}

function addPages(registers: Registry[]) {
  const requests = new Tally({
    name: 'bureau_page_requests_total',
    help: 'Requests to pages for visitors, such as those of share links.',
    labelNames: ['site', 'page', 'status'],
    registers,
  })
  const sent = new Tally({
    name: 'bureau_page_sent_bytes_total',
    help: 'Bytes that pages and downloads sent to visitors; not what nginx sends for Bureau.',
    labelNames: ['site', 'page'],
    registers,
  })
  return {
    count: (site: string, page: string, status: number, bytes: ConnectionBytes) => {
      requests.add(`${site} ${page} ${status}`, 1, () => ({ site, page, status }))
      sent.add(`${site} ${page}`, bytes.sent, () => ({ site, page }))
    },
  }
}

function addDroppedLines(registry: Registry, dropped: () => number): void {
  const counter = new Counter({
    name: 'bureau_log_lines_dropped_total',
    help: 'Lines of the log that could not be written: nobody reads them, or the disk is full.',
    registers: [registry],
    collect() {
      counter.reset()
      counter.inc(dropped())
    },
  })
}

function addDroppedRequests(registry: Registry, dropped: () => number): void {
  const counter = new Counter({
    name: 'bureau_request_log_dropped_total',
    help: 'Requests that the request log left out: more than it writes, or the database is away.',
    registers: [registry],
    collect() {
      counter.reset()
      counter.inc(dropped())
    },
  })
}

function addLimiters(registry: Registry, resources: readonly FairLimiter[]): void {
  const limiters = new Gauge({
    name: 'bureau_permits',
    help: 'Permits of scarce resources: running ones are held, waiting ones are waited for.',
    labelNames: ['resource', 'state'],
    registers: [registry],
    collect() {
      for (const { state } of resources) {
        limiters.set({ resource: state.resource, state: 'running' }, state.running)
        limiters.set({ resource: state.resource, state: 'waiting' }, state.waiting)
      }
    },
  })
  const refused = new Counter({
    name: 'bureau_permits_refused_total',
    help: 'Requests for a permit that were refused because too many waited, or for too long.',
    labelNames: ['resource'],
    registers: [registry],
    collect() {
      refused.reset()
      for (const { state } of resources) refused.inc({ resource: state.resource }, state.refused)
    },
  })
}

/** A registry per call, so that tests don't share one. */
export function openMetrics({ version }: MetricsOptions): Metrics {
  const registry = new Registry()
  const registers = [registry]
  addProcessMetrics(registry)
  new Gauge({ name: 'bureau_build_info', help: 'Always 1.', labelNames: ['version', 'node'], registers })
    .labels({ version, node: process.version })
    .set(1)
  const requests = new Histogram({
    name: 'bureau_http_request_duration_seconds',
    help: 'How long requests took, from the head of the request to the end of the answer.',
    labelNames: ['service', 'endpoint', 'status'],
    buckets: requestBuckets,
    registers,
  })
  /** Looking up a series by labels costs more than counting. Bounded by endpoints and codes. */
  const requestSeries = new Map<string, Histogram.Internal<'service' | 'endpoint' | 'status'>>()
  const refusals = new Counter({
    name: 'bureau_rate_limit_refusals_total',
    help: 'Requests refused by a limit.',
    labelNames: ['limit'],
    registers,
  })
  const uncaught = new Counter({
    name: 'bureau_uncaught_exceptions_total',
    help: 'Uncaught exceptions that ended one request or connection. Each is a bug.',
    registers,
  })
  const jobs = new Histogram({
    name: 'bureau_job_duration_seconds',
    help: 'Background jobs by how they ended.',
    labelNames: ['job', 'outcome'],
    buckets: jobBuckets,
    registers,
  })
  const traffic = addTraffic(registers)
  const pages = addPages(registers)
  return {
    observeRequest: ({ service, endpoint, status, seconds, bytes, page }) => {
      const name = `${service} ${endpoint} ${status}`
      let series = requestSeries.get(name)
      if (!series) requestSeries.set(name, (series = requests.labels({ service, endpoint, status })))
      series.observe(seconds)
      traffic.count(service, bytes)
      if (page) pages.count(page.site.name, page.id, status, bytes)
    },
    countRefusal: (limit) => refusals.inc({ limit }),
    countUncaught: () => uncaught.inc(),
    observeJob: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    observeLoop: addLoops(registry),
    observeAttempt: addAttempts(registers),
    addCollector: (collector, context) => addCollector(registry, collector, context),
    addPool: (connections) => addPoolGauge(registry, connections),
    watchLog: (dropped) => addDroppedLines(registry, dropped),
    watchRequestLog: (dropped) => addDroppedRequests(registry, dropped),
    watchLimiters: (resources) => addLimiters(registry, resources),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
