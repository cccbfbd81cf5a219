import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { JobOutcome } from '../jobs/task.ts'

export interface RequestObservation {
  readonly service: string
  /** The operation id, or `none` where no route matched: never a path, of which there is no end. */
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
  readonly observeJob: (job: string, outcome: JobOutcome, seconds: number) => void
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
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
