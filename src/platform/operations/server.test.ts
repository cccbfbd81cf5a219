import { FairLimiter } from '../concurrency/fair-limiter.ts'
import { workspaceFlow } from '../../api/limiters.ts'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import type { Log, LogFields } from '../log/log.ts'
import { DatabaseUnavailable } from '../database/health.ts'
import { OperatorError } from '../operator-error.ts'
import { openMetrics } from './metrics.ts'
import type { Check } from './readiness.ts'
import { defineCollector } from './collector.ts'
import { type OperationsServer, startOperationsServer } from './server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function memoryLog() {
  const lines: { level: string; fields: LogFields; message: string }[] = []
  const at = (level: string) => (fields: LogFields, message: string) =>
    void lines.push({ level, fields, message })
  const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  return { log, lines }
}

const collected = [
  { labels: { queue: 'people' }, values: { job_queue_depth: 3, job_queue_age_seconds: 1.5 } },
]

const collector = (read: () => Promise<typeof collected>) =>
  defineCollector<undefined, 'job_queue_depth' | 'job_queue_age_seconds', 'queue'>({
    gauges: { job_queue_depth: 'How many.', job_queue_age_seconds: 'How old.' },
    labels: ['queue'],
    read,
  })

async function start(checks: Record<string, Check>, port = 0, portChosen = true) {
  const { log, lines } = memoryLog()
  const metrics = openMetrics({ version: '1.2.3' })
  metrics.addPool(() => ({ total: 5, idle: 3, waiting: 1 }))
  const server: OperationsServer = await startOperationsServer({
    host: '127.0.0.1',
    port,
    portChosen,
    checks,
    metrics,
    log,
  })
  closing.push(() => server.close())
  return { url: server.url, metrics, lines }
}

describe('the operations server', () => {
  test('is alive whatever the checks say', async () => {
    const { url } = await start({ database: () => Promise.reject(new Error('gone')) })
    const response = await fetch(`${url}/livez`)
    expect([response.status, await response.text()]).toEqual([200, 'ok\n'])
  })

  test('is ready when every check passes', async () => {
    const { url } = await start({ database: () => Promise.resolve(), blobs: () => Promise.resolve() })
    const response = await fetch(`${url}/readyz`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      ready: true,
      checks: { database: { ok: true }, blobs: { ok: true } },
    })
  })

  test('is not ready when one check fails, and says only what the operator may see', async () => {
    let down = true
    const { url, lines } = await start({
      database: () => (down ? Promise.reject(new Error('password of ada')) : Promise.resolve()),
      migrations: () => Promise.reject(new OperatorError('Two migrations are missing.')),
    })
    const response = await fetch(`${url}/readyz`)
    expect(response.status).toBe(503)
    const text = await response.text()
    expect(text).not.toContain('ada')
    expect(JSON.parse(text)).toMatchObject({
      ready: false,
      checks: { database: { ok: false }, migrations: { ok: false, error: 'Two migrations are missing.' } },
    })
    down = false
    await (await fetch(`${url}/readyz`)).text()
    await (await fetch(`${url}/readyz`)).text()
    expect(lines.map(({ level, fields }) => [level, fields['check']])).toEqual([
      ['warn', 'database'],
      ['warn', 'migrations'],
      ['info', 'database'],
    ])
  })

  test('says that the database does not answer', async () => {
    const { url } = await start({ database: () => Promise.reject(new DatabaseUnavailable()) })
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
      checks: { database: { ok: false, error: 'The database does not answer.' } },
    })
  })

  test('gives up on a check that hangs, and asks it once however many ask', async () => {
    let asked = 0
    const { url } = await start({
      database() {
        asked += 1
        return new Promise(() => undefined)
      },
    })
    const responses = await Promise.all(Array.from({ length: 5 }, () => fetch(`${url}/readyz`)))
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    expect(asked).toBe(1)
    expect(await responses[0]?.json()).toMatchObject({
      checks: { database: { error: 'No answer within 2000 ms.' } },
    })
  })

  test('serves metrics by service, endpoint, page and status, jobs, loops, collectors, limits, pool and build', async () => {
    const { url, metrics } = await start({})
    const observed = { service: 'files', status: 200, seconds: 0.02, bytes: { received: 300, sent: 700 } }
    metrics.observeRequest({ ...observed, endpoint: 'moveFile' })
    metrics.observeRequest({
      ...observed,
      endpoint: 'showBox',
      page: { id: 'showBox', site: { name: 'boxes' } },
    })
    metrics.countRefusal('minute')
    metrics.observeJob('deliver-mail', 'retried', 0.3)
    const observe = metrics.observeLoop('give-turns')
    observe('done', 0.2)
    observe('failed', 0.2)
    metrics.addCollector(
      collector(() => Promise.resolve(collected)),
      undefined,
    )
    const response = await fetch(`${url}/metrics`)
    const text = await response.text()
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    for (const line of [
      'bureau_http_request_duration_seconds_count{service="files",endpoint="moveFile",status="200"} 1',
      'bureau_http_received_bytes_total{service="files"} 600',
      'bureau_http_sent_bytes_total{service="files"} 1400',
      'bureau_page_requests_total{site="boxes",page="showBox",status="200"} 1',
      'bureau_page_sent_bytes_total{site="boxes",page="showBox"} 700',
      'bureau_rate_limit_refusals_total{limit="minute"} 1',
      'bureau_job_duration_seconds_count{job="deliver-mail",outcome="retried"} 1',
      'bureau_loop_duration_seconds_count{loop="give-turns",outcome="done"} 1',
      'bureau_loop_duration_seconds_count{loop="give-turns",outcome="failed"} 1',
      'bureau_loop_seconds_since_success{loop="give-turns"} 0.',
      'bureau_job_queue_depth{queue="people"} 3',
      'bureau_job_queue_age_seconds{queue="people"} 1.5',
      'bureau_database_connections{state="busy"} 2',
      'bureau_database_connections{state="waiting"} 1',
      `bureau_build_info{version="1.2.3",node="${process.version}"} 1`,
      'bureau_nodejs_eventloop_lag_seconds ',
      'bureau_event_loop_utilization_ratio 0.',
      'bureau_process_resident_memory_bytes ',
    ])
      expect(text).toContain(line)
  })

  test('serves metrics of turns by resource, and never says whose they are', async () => {
    const { url, metrics } = await start({})
    const each = { runningMax: 1, waitingMax: 0 }
    const limiters = new FairLimiter('things', { ...each, waitMsMax: 1000, flows: { workspace: each } })
    metrics.watchLimiters([limiters])
    await limiters.acquire(workspaceFlow(4_711_471_147))
    await expect(limiters.acquire(workspaceFlow(4_711_471_147))).rejects.toThrow('Too many')
    const scrape = async () => (await fetch(`${url}/metrics`)).text()
    await scrape()
    const text = await scrape()
    expect(text).toContain('bureau_permits{resource="things",state="running"} 1')
    expect(text).toContain('bureau_permits{resource="things",state="waiting"} 0')
    expect(text).toContain('bureau_permits_refused_total{resource="things"} 1')
    expect(text).not.toContain('4711471147')
  })

  test('serves the other metrics while the queues cannot be read', async () => {
    const { url, metrics } = await start({})
    metrics.addCollector(
      collector(() => Promise.reject(new Error('gone'))),
      undefined,
    )
    const response = await fetch(`${url}/metrics`)
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).toContain('bureau_build_info')
    expect(text).not.toContain('job_queue_depth{')
  })

  test('reads a collector once in five seconds, however often it is asked', async () => {
    let readings = 0
    const { url, metrics } = await start({})
    const counting = collector(() => {
      readings += 1
      return Promise.resolve(collected)
    })
    metrics.addCollector(counting, undefined)
    for (let count = 0; count < 20; count += 1) await (await fetch(`${url}/metrics`)).text()
    expect(readings).toBe(1)
  })

  test('knows nothing else', async () => {
    const { url } = await start({})
    expect((await fetch(`${url}/`)).status).toBe(404)
    const posted = await fetch(`${url}/livez`, { method: 'POST', body: 'x' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const head = await fetch(`${url}/livez`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('leaves a taken default port and refuses a taken chosen one', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    closing.push(() => new Promise((resolve) => other.close(resolve)))
    const address = other.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const { url } = await start({}, port, false)
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    await expect(start({}, port, true)).rejects.toThrow('EADDRINUSE')
  })
})
