import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redisMissing, startRedis } from '../src/platform/limits/redis-server.testing.ts'
import { freePort } from './free-port.ts'
import { findOptional } from './programs.ts'
import { command, startServer, type Server } from './server.ts'
import { until } from './until.ts'

const promtool = findOptional('promtool')
const dataDir = mkdtempSync(join(tmpdir(), 'bureau-metrics-'))

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Metric {
  readonly type: string
  readonly labels: readonly string[]
}

/** What the format says of each metric: its type, and the labels that its samples have. */
function metricsIn(text: string): Map<string, Metric> {
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
  }))
  const ofFormat = new Set(['le', 'quantile'])
  return new Map(
    types.map(({ name, type }) => {
      const sample = new RegExp(`^${name}(?:_bucket|_sum|_count)?\\{([^}]*)\\}`, 'gm')
      const labels = [...text.matchAll(sample)].flatMap(([, pairs = '']) =>
        [...pairs.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
      )
      return [name, { type, labels: [...new Set(labels)].filter((label) => !ofFormat.has(label)) }]
    }),
  )
}

/** The rows of the tables: name, type, labels, meaning. */
function documented(): Map<string, Metric> {
  const document = readFileSync(join(import.meta.dirname, '../docs/metrics.md'), 'utf8')
  const rows = [...document.matchAll(/^\| `(\w+)` \| (\w+) \|([^|]*)\| [^|]+ \|$/gm)]
  return new Map(
    rows.map(([, name = '', type = '', labels = '']) => [
      name,
      { type, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label) },
    ]),
  )
}

describe('metrics', { timeout: 60_000 }, () => {
  let server: Server
  let redis: Awaited<ReturnType<typeof startRedis>> | undefined
  let operations: string
  let workspaceId: number
  let link: string
  let headers: Record<string, string>

  beforeAll(async () => {
    redis = redisMissing ? undefined : await startRedis()
    const port = await freePort()
    operations = `http://127.0.0.1:${port}`
    const env = {
      BUREAU_OPERATIONS_PORT: `${port}`,
      BUREAU_WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
      ...(redis && { REDIS_URL: redis.url }),
    }
    server = await startServer({ dataDir, env })
    const person = ['--email', 'm@example.com', '--first-name', 'M', '--last-name', 'Etrics']
    const user = await command<{ id: number; workspace_id: number }>(dataDir, 'users', 'create', ...person)
    workspaceId = user.workspace_id
    const key = await newKey(user.id, 'files', '*')
    headers = { authorization: `Bearer ${key}` }
    await sendMessage(await newKey(user.id, 'sms', 'messages:send'))
    await addWebhook()
    await openUpload()
    link = await shareFile()
    await fetch(`${server.urls.files_origin_url}/sl/${link}/download`).then((answer) => answer.text())
    const slow = { authorization: `Bearer ${await newKey(user.id, 'files', '*', '--per-minute', '1')}` }
    const me = `${server.urls.files_origin_url}/api/v1/me`
    await until(async () => (await fetch(me, { headers: slow })).status === 429)
  }, 60_000)
  afterAll(async () => {
    await (server as Server | undefined)?.stop()
    await redis?.kill()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function newKey(userId: number, service: string, scopes: string, ...more: string[]): Promise<string> {
    const owned = ['--user', `${userId}`, '--workspace', `${workspaceId}`]
    const wanted = ['--service', service, '--scopes', scopes, ...more]
    return (await command<{ key: string }>(dataDir, 'keys', 'create', ...wanted, ...owned)).key
  }

  async function post<Data>(url: string, body: FormData | object, sent = headers): Promise<Data> {
    const json = body instanceof FormData ? {} : { 'content-type': 'application/json' }
    const init = { method: 'POST', headers: { ...sent, ...json } }
    const response = await fetch(url, {
      ...init,
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
    expect([url, response.ok]).toEqual([url, true])
    return ((await response.json()) as { data: Data }).data
  }

  async function sendMessage(key: string): Promise<void> {
    const phone = ['--phone', '+12025550100', '--carrier', 'simulator', '--pool']
    const { id } = await command<{ id: number }>(dataDir, 'numbers', 'add', ...phone)
    await command(dataDir, 'numbers', 'online', `${id}`, 'no')
    const android = ['--phone', '+12025550101', '--carrier', 'android', '--workspace', `${workspaceId}`]
    await command(dataDir, 'numbers', 'add', ...android)
    const text = { to: '+12025550123', body: 'Hello' }
    await post(`${server.urls.sms_base_url}/api/v1/messages`, text, { authorization: `Bearer ${key}` })
  }

  const openUpload = () =>
    post(`${server.urls.files_origin_url}/api/v1/uploads`, { name: 'large.bin', size: 50_000_000 })

  /** Nobody is there: the first attempt fails at once. */
  const addWebhook = async () =>
    post(`${server.urls.files_origin_url}/api/v1/webhooks`, {
      name: 'nobody',
      url: `https://127.0.0.1:${await freePort()}/`,
      events: ['file.created'],
    })

  async function shareFile(): Promise<string> {
    const form = new FormData()
    // A picture, so that there is a job for its thumbnail.
    form.set('file', new Blob([pixel]), 'a.png')
    const { id } = await post<{ id: string }>(`${server.urls.files_origin_url}/api/v1/files`, form)
    await post(`${server.urls.files_origin_url}/api/v1/shares`, { file_id: id })
    return id
  }

  const scrape = async () => (await fetch(`${operations}/metrics`)).text()

  /** With at least a sample of everything that happens by itself. */
  async function scrapeAll(): Promise<string> {
    let text = ''
    await until(async () => {
      text = await scrape()
      const awaited = [
        /_job_duration_seconds_count\{/,
        /_webhook_attempt_duration_seconds_count\{/,
        /_messages\{/,
      ]
      return awaited.every((pattern) => pattern.test(text))
    })
    return text
  }

  test('all begin with bureau_', async () => {
    const names = [...metricsIn(await scrape()).keys()]
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter((name) => !name.startsWith('bureau_'))).toEqual([])
  })

  test('have the names, types and labels of docs/metrics.md, and no others', async () => {
    const shown = metricsIn(await scrapeAll())
    const told = documented()
    // Other systems than Linux tell less of a process, and without Redis there is nothing to tell of it.
    const isElsewhere = (name: string) =>
      name.startsWith('bureau_process_') ? process.platform !== 'linux' : name === 'bureau_redis_up' && !redis
    const expected = [...told.keys()].filter((name) => shown.has(name) || !isElsewhere(name))
    expect([...shown.keys()].toSorted()).toEqual(expected.toSorted())
    for (const [name, { type, labels }] of shown) {
      expect([name, type]).toEqual([name, told.get(name)?.type])
      // Nothing may be under way that a gauge could name.
      if (labels.length > 0 || !name.includes('_active_'))
        expect([name, labels]).toEqual([name, told.get(name)?.labels])
    }
  })

  test.skipIf(promtool === undefined)('pass promtool check metrics (prometheus)', async () => {
    const { status, stdout, stderr } = spawnSync(promtool as string, ['check', 'metrics'], {
      input: await scrapeAll(),
      encoding: 'utf8',
    })
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  })

  test.skipIf(redisMissing)('say that Redis is away (redis-server)', async () => {
    expect(await scrape()).toMatch(/^bureau_redis_up 1$/m)
    await redis?.kill()
    await expect.poll(scrape).toMatch(/^bureau_redis_up 0$/m)
    await redis?.restart()
    await expect.poll(scrape).toMatch(/^bureau_redis_up 1$/m)
  })

  test('tell of queues, messages, uploads, mails, disks, connections, the event loop and pages', async () => {
    let text = ''
    // The delay of the event loop is known when it was looked at twice since the last scrape.
    await expect
      .poll(async () => (text = await scrapeAll()), { interval: 300 })
      .toMatch(/^bureau_nodejs_eventloop_lag_p99_seconds 0\.\d+$/m)
    for (const line of [
      /^bureau_job_queue_depth\{queue="people"\} 0$/m,
      /^bureau_job_queue_age_seconds\{queue="machines"\} [\d.]+$/m,
      /^bureau_messages\{status="queued"\} 1$/m,
      /^bureau_message_age_seconds\{status="queued"\} [\d.]+$/m,
      /^bureau_numbers\{carrier="simulator",state="paused"\} 1$/m,
      /^bureau_numbers\{carrier="android",state="offline"\} 1$/m,
      /^bureau_recent_messages\{status="queued"\} 1$/m,
      /^bureau_recent_messages\{status="failed"\} 0$/m,
      /^bureau_webhook_attempt_duration_seconds_count\{outcome="failed"\} [1-9]$/m,
      /^bureau_webhook_delay_seconds_count [1-9]$/m,
      /^bureau_webhook_queue_depth\{state="first"\} 0$/m,
      /^bureau_webhook_queue_depth\{state="later"\} [1-9]$/m,
      /^bureau_webhook_queue_age_seconds\{state="later"\} [\d.]+$/m,
      /^bureau_uploads_open 1$/m,
      /^bureau_mails_waiting 0$/m,
      /^bureau_mails_failed 0$/m,
      /^bureau_disk_free_bytes\{directory="data"\} \d+$/m,
      /^bureau_disk_size_bytes\{directory="blobs"\} \d+$/m,
      /^bureau_database_connections\{state="waiting"\} 0$/m,
      /^bureau_nodejs_eventloop_lag_p99_seconds [\d.]+$/m,
      /^bureau_event_loop_utilization_ratio [\d.]+$/m,
      /^bureau_page_requests_total\{site="links",page="downloadEntry",status="200"\} 1$/m,
      /^bureau_page_sent_bytes_total\{site="links",page="downloadEntry"\} [1-9]\d+$/m,
      /^bureau_rate_limit_refusals_total\{limit="minute"\} [1-9]\d*$/m,
    ])
      expect(text).toMatch(line)
  })

  test('name no link, key, person or workspace', async () => {
    const text = await scrapeAll()
    expect(text).not.toContain(link)
    expect(text).not.toContain('example.com')
    const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label))
    expect([...labels].filter((label) => /key|user|workspace|tenant|address/.test(label ?? ''))).toEqual([])
  })

  test('come beside log lines with address, bytes and a mark of the share in place of its id', async () => {
    const lines = async () =>
      readFileSync(join(dataDir, 'server.log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('"downloadEntry"'))
    await until(async () => (await lines()).length > 0)
    const [line = ''] = await lines()
    expect(line).not.toContain(link)
    const fields = JSON.parse(line) as Record<string, unknown>
    expect(fields).toMatchObject({ endpoint: 'downloadEntry', status: 200, address: '127.0.0.1' })
    expect(fields['share']).toMatch(/^[0-9a-f]{16}$/)
    expect(fields['bytes_in']).toBeGreaterThan(50)
    expect(fields['bytes_out']).toBeGreaterThan(10)
  })
})
