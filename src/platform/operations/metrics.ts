import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { monotonicMs } from '../clock.ts'
import type { ObserveLoop } from '../jobs/loop.ts'
import type { QueueState } from '../jobs/queue-state.ts'
import type { ObserveJob } from '../jobs/task.ts'

export interface RequestObservation {
  readonly service: string
  /** The operation id, or `none` where no route matched: never a path, of which there are too many. */
  readonly endpoint: string
  readonly status: number
  readonly seconds: number
}

export interface PoolState {
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

/** Numbers for the operator. No label names a tenant, a user or a key. */
export interface Metrics {
  readonly observeRequest: (observation: RequestObservation) => void
  /** `limit` is the name of the limit that refused: `minute`, `day`. */
  readonly countRefusal: (limit: string) => void
  readonly observeJob: ObserveJob
  readonly observeLoop: ObserveLoop
  /** `read` is asked at each scrape. */
  readonly watchQueues: (read: () => Promise<readonly QueueState[]>) => void
  /** In the text format of Prometheus. */
  readonly text: () => Promise<string>
  readonly contentType: string
}

export interface MetricsOptions {
  readonly version: string
  /** Asked at each scrape. */
  readonly databasePool?: () => PoolState
}

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300]
const loopBuckets = [0.001, 0.01, 0.1, 1, 10, 60]

function addPoolGauge(registry: Registry, databasePool: () => PoolState): void {
  const gauge = new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state; waiting counts those who want one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle, waiting } = databasePool()
      gauge.set({ state: 'busy' }, total - idle)
      gauge.set({ state: 'idle' }, idle)
      gauge.set({ state: 'waiting' }, waiting)
    },
  })
}

/** Runs of loops, and for how long each has not succeeded: what grows there hangs or fails. */
function addLoops(registry: Registry): ObserveLoop {
  const runs = new Histogram({
    name: 'loop_duration_seconds',
    help: 'Runs of loops by how they ended.',
    labelNames: ['loop', 'outcome'],
    buckets: loopBuckets,
    registers: [registry],
  })
  const succeededMs = new Map<string, number>()
  const since = new Gauge({
    name: 'loop_seconds_since_success',
    help: 'Since the last run of a loop that succeeded, or since it started.',
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

function addQueues(registry: Registry, read: () => Promise<readonly QueueState[]>): void {
  let reading: Promise<readonly QueueState[]> | undefined
  // One reading serves both gauges. While the database is away the other numbers are told all the same.
  const readOnce = () =>
    (reading ??= read()
      .catch(() => [])
      .finally(() => (reading = undefined)))
  const addGauge = (name: string, help: string, valueOf: (state: QueueState) => number): void => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        gauge.reset()
        for (const state of await readOnce()) gauge.set({ queue: state.queue }, valueOf(state))
      },
    })
  }
  addGauge(
    'job_queue_depth',
    'Jobs that are due and have not begun, counted up to ten thousand.',
    ({ jobs }) => jobs,
  )
  addGauge(
    'job_queue_age_seconds',
    'How long the oldest of the counted jobs has been due.',
    ({ ageSeconds }) => ageSeconds,
  )
}

/** Each call makes a registry of its own, so that tests in one process do not meet. */
export function openMetrics({ version, databasePool }: MetricsOptions): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  if (databasePool) addPoolGauge(registry, databasePool)
  new Gauge({ name: 'build_info', help: 'Always 1.', labelNames: ['version', 'node'], registers })
    .labels({ version, node: process.version })
    .set(1)
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['service', 'endpoint', 'status'],
    buckets: requestBuckets,
    registers,
  })
  /** Looking a series up by its labels costs more than counting in it. There are as many as endpoints and codes. */
  const requestSeries = new Map<string, Histogram.Internal<'service' | 'endpoint' | 'status'>>()
  const refusals = new Counter({
    name: 'rate_limit_refusals_total',
    help: 'Requests refused by a limit.',
    labelNames: ['limit'],
    registers,
  })
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Background jobs by how they ended.',
    labelNames: ['job', 'outcome'],
    buckets: jobBuckets,
    registers,
  })
  return {
    observeRequest: ({ service, endpoint, status, seconds }) => {
      const name = `${service} ${endpoint} ${status}`
      let series = requestSeries.get(name)
      if (!series) requestSeries.set(name, (series = requests.labels({ service, endpoint, status })))
      series.observe(seconds)
    },
    countRefusal: (limit) => refusals.inc({ limit }),
    observeJob: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    observeLoop: addLoops(registry),
    watchQueues: (read) => addQueues(registry, read),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
