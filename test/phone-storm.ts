import { setTimeout as pause } from 'node:timers/promises'
import { openInstance } from '../src/program/instance.ts'
import { sql } from '../src/platform/database/sql.ts'
import { freePort } from './free-port.ts'
import { phoneApp, type PhoneApp } from './phone-app.ts'
import { command, startServer, type Server } from './server.ts'

// Messages through real HTTP and app-playing phones while the server is killed again and again, and the counts afterwards.

export interface StormOptions {
  readonly dataDir: string
  readonly messages: number
  readonly phones: number
  /** The server is killed when it is so old; never for its age unless given. */
  readonly killEveryMs?: number
  /** Kills it after this many sent texts; unset: never. */
  readonly killEverySent?: number
  readonly killsMax?: number
  readonly progress?: (line: string) => void
}

export interface StormCounts {
  readonly kills: number
  /** Answered with 202. */
  readonly accepted: number
  readonly delivered: number
  /** Accepted and not delivered in the end. */
  readonly lost: number
  /** Sent over the air more than once, by any phones. */
  readonly sentTwice: number
  /** Sent over the air and never accepted. */
  readonly invented: number
  /** Recipients that were counted, beyond those accepted. */
  readonly miscounted: number
  /** Micro-units in the account's ledger, beyond those of its messages and those that the plan asks for. */
  readonly mischargedMicros: number
  readonly seconds: number
}

const recipientsAtOnce = 50
const sendersAtOnce = 4
/** A tenth of the app's pauses, so that many kills fit into a bench. */
const retryMs = 1000
/** Enough that each death of the server finds messages under way with every phone. */
const outstandingMax = 20
const priceMicros = 7
const lookEveryMs = 5

/** Valid numbers, one for each message. */
const recipient = (index: number): string => `+1212${2_000_000 + index}`

export async function phoneStorm(options: StormOptions): Promise<StormCounts> {
  const { dataDir, messages, phones: phoneCount, progress = () => undefined } = options
  const startedMs = performance.now()
  const env = await fixedPorts()
  let server: Server = await startServer({ dataDir, env })
  const apps: PhoneApp[] = []
  try {
    const key = await account(dataDir, messages)
    const url = `${server.urls.phones_url}/api/mobile/v1`
    for (let index = 0; index < phoneCount; index++) apps.push(await enrolled(dataDir, url, index))
    await Promise.all(apps.map((app) => app.start()))
    progress(`${phoneCount} phones are enrolled`)
    const state = { done: false }
    const sendsUrl = `${server.urls.sms_base_url}/api/v1/messages`
    const working = send(sendsUrl, key, messages).then(async (accepted) => {
      await untilAllSent(apps, sendsUrl, key, accepted, progress)
      return accepted
    })
    const over = working.finally(() => void (state.done = true))
    let kills = 0
    while (kills < (options.killsMax ?? Number.POSITIVE_INFINITY)) {
      await lifeOver(apps, options, state)
      if (state.done) break
      await server.kill()
      kills++
      server = await startServer({ dataDir, env })
    }
    const accepted = await over
    await Promise.all(apps.map((app) => app.stop()))
    await server.stop()
    const seconds = (performance.now() - startedMs) / 1000
    return { kills, ...(await countAll(dataDir, apps, accepted)), seconds }
  } finally {
    await server.kill().catch(() => undefined)
    await Promise.all(apps.map((app) => app.stop()))
  }
}

const sentBy = (apps: readonly PhoneApp[]): number => apps.reduce((sum, { radio }) => sum + radio.length, 0)

/** Resolves when the server is old enough, has sent enough texts, or all work is done. */
async function lifeOver(
  apps: readonly PhoneApp[],
  {
    killEveryMs = Number.POSITIVE_INFINITY,
    killEverySent = Number.POSITIVE_INFINITY,
  }: Pick<StormOptions, 'killEveryMs' | 'killEverySent'>,
  state: { readonly done: boolean },
): Promise<void> {
  const bornMs = performance.now()
  const sentBefore = sentBy(apps)
  const lives = () => performance.now() - bornMs < killEveryMs && sentBy(apps) - sentBefore < killEverySent
  while (!state.done && lives()) await pause(lookEveryMs)
}

/** Phones keep their address while the server restarts. */
async function fixedPorts(): Promise<Record<string, string>> {
  const names = ['GATEWAY', 'FILES', 'SMS', 'PHONES']
  const ports = await Promise.all(names.map(() => freePort()))
  return Object.fromEntries(names.map((name, index) => [`BUREAU_${name}_PORT`, String(ports[index])]))
}

/** An account that pays for half of its messages. */
async function account(dataDir: string, messages: number): Promise<string> {
  const person = ['--email', 'storm@example.com', '--first-name', 'S', '--last-name', 'Torm']
  const { id, workspace_id: workspace } = await command<{ id: number; workspace_id: number }>(
    dataDir,
    'users',
    'create',
    ...person,
  )
  const payg = ['--payg', 'on', '--cap-micros', '1000000000', '--price-micros', `${priceMicros}`]
  await command(dataDir, 'plans', 'set', '--user', `${id}`, '--sms-daily', `${messages >> 1}`, ...payg)
  const scopes = ['--service', 'sms', '--scopes', 'messages:send,messages:read', '--per-minute', '1000000']
  const owned = ['--user', `${id}`, '--workspace', `${workspace}`]
  return (await command<{ key: string }>(dataDir, 'keys', 'create', ...owned, ...scopes)).key
}

async function enrolled(dataDir: string, url: string, index: number): Promise<PhoneApp> {
  const phone = `+1202555${String(index).padStart(4, '0')}`
  const words = ['numbers', 'add', '--phone', phone, '--carrier', 'android', '--pool']
  const { id, token } = await command<{ id: number; token: string }>(dataDir, ...words)
  const unlimited = ['--per-half-hour', 'unlimited', '--per-day', 'unlimited', '--warm-up', 'no']
  await command(dataDir, 'numbers', 'pace', `${id}`, ...unlimited, '--outstanding', `${outstandingMax}`)
  const app = phoneApp({ url, retryMs, order: index % 2 === 0 ? 'lifo' : 'fifo' })
  await app.enrol(`Bearer ${token}`)
  return app
}

/** Sends all messages and repeats each request until it is acknowledged. Resolves with the accepted ones: id by text. */
async function send(url: string, key: string, count: number): Promise<ReadonlyMap<string, number>> {
  const accepted = new Map<string, number>()
  let next = 0
  const sender = async () => {
    while (next < count) {
      const first = next
      next += recipientsAtOnce
      const to = Array.from({ length: Math.min(recipientsAtOnce, count - first) }, (_, index) =>
        recipient(first + index),
      )
      for (const { id, phone } of await acknowledged(url, key, `storm-${first}`, to)) accepted.set(phone, id)
    }
  }
  await Promise.all(Array.from({ length: sendersAtOnce }, sender))
  return accepted
}

async function acknowledged(url: string, key: string, once: string, to: readonly string[]) {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': once,
  }
  for (;;) {
    const body = JSON.stringify({ to, body: once })
    const answer = await fetch(url, { method: 'POST', headers, body })
      .then(async (response) => ({ status: response.status, body: await response.json() }))
      .catch(() => undefined)
    if (answer?.status === 202)
      return (answer.body as { messages: readonly { id: number; phone: string }[] }).messages
    if (answer !== undefined && answer.status < 500) throw new Error(`A send was refused: ${answer.status}`)
    await pause(100)
  }
}

/** Waits until every message went over the air and the API says that nothing is under way. */
async function untilAllSent(
  apps: readonly PhoneApp[],
  url: string,
  key: string,
  accepted: ReadonlyMap<string, number>,
  progress: (line: string) => void,
): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  const noneIn = (status: string) =>
    fetch(`${url}?status=${status}&limit=1`, { headers })
      .then(async (response) => ((await response.json()) as { messages?: unknown[] }).messages?.length === 0)
      .catch(() => false)
  for (let turn = 0; ; turn++) {
    const sent = sentBy(apps)
    if (turn % 20 === 0) progress(`${sent} of ${accepted.size} went over the air`)
    if (
      sent >= accepted.size &&
      (await noneIn('queued')) &&
      (await noneIn('sending')) &&
      (await noneIn('sent'))
    )
      return
    await pause(500)
  }
}

async function countAll(
  dataDir: string,
  apps: readonly PhoneApp[],
  accepted: ReadonlyMap<string, number>,
): Promise<Omit<StormCounts, 'kills' | 'seconds'>> {
  const air = apps.flatMap(({ radio }) => radio.map(({ id }) => Number(id.split('.', 1)[0])))
  const known = new Set(accepted.values())
  const instance = await openInstance({ dataDir, env: {}, purpose: 'command' })
  try {
    const { database } = instance.context
    const { delivered, charged } = await database.one<{ delivered: number; charged: number }>(sql`
      select count(*) filter (where status = 'delivered')::int as delivered, sum(charge_micros)::bigint as charged
        from sms.message where direction = 'out'`)
    const usage = await database.one<{ recipients: number; charged: number }>(sql`
      select sum(recipients)::int as recipients, sum(charged_micros)::bigint as charged from sms.usage`)
    const asked = (accepted.size - (accepted.size >> 1)) * priceMicros
    return {
      accepted: accepted.size,
      delivered,
      lost: accepted.size - delivered,
      sentTwice: air.length - new Set(air).size,
      invented: air.filter((id) => !known.has(id)).length,
      miscounted: usage.recipients - accepted.size,
      mischargedMicros: Math.abs(usage.charged - charged) + Math.abs(usage.charged - asked),
    }
  } finally {
    await instance.close()
  }
}
