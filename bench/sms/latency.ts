import { setTimeout as pause } from 'node:timers/promises'
import { openConnection } from '../connection.ts'
import { below, ms, type Outcome } from '../outcome.ts'
import { nextPhone, type Account, type World } from './world.ts'

// From the 202 to the phone: 100 messages a second over 50 simulated phones. A message is with its phone as soon as others
// see in the database that it was handed over.

const phonesMax = 50
const perSecond = 100
const warmUpSeconds = 4
const seconds = 10
const p50Max = 20
const p99Max = 200
const lookEveryMs = 2
/** Those of the last quarter of a second. */
const newestMax = 25
const looksAtNewest = 20

export async function benchLatency(world: World): Promise<Outcome[]> {
  for (let count = 0; count < phonesMax; count++) await world.addNumber({ online: true })
  const account = await world.addAccount()
  await latencies(world, account, warmUpSeconds)
  const sorted = (await latencies(world, account, seconds)).sort((a, b) => a - b)
  const percentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  const what = `from 202 to the phone, ${perSecond} a second over ${phonesMax} phones`
  return [
    below(`${what}: p50`, percentile(0.5), p50Max, ms),
    below(`${what}: p99`, percentile(0.99), p99Max, ms),
  ]
}

async function latencies(world: World, account: Account, forSeconds: number): Promise<number[]> {
  const total = forSeconds * perSecond
  const acceptedMs = new Map<number, number>()
  const handed = watch(world, total)
  const startedMs = performance.now()
  const sends: Promise<void>[] = []
  for (let count = 0; count < total; count++) {
    await pause(Math.max(0, startedMs + (count * 1000) / perSecond - performance.now()))
    sends.push(sendOne(world, account).then((id) => void acceptedMs.set(id, performance.now())))
  }
  await Promise.all(sends)
  const handedMs = await handed
  return [...acceptedMs].map(([id, at]) => Math.max(0, (handedMs.get(id) ?? Number.NaN) - at))
}

const idle: Awaited<ReturnType<typeof openConnection>>[] = []

async function sendOne({ base }: World, { headers }: Account): Promise<number> {
  const connection = idle.pop() ?? (await openConnection(base))
  const { pathname } = new URL(`${base}/messages`)
  const payload = JSON.stringify({ to: nextPhone(), body: 'Your code is 123456.' })
  const answer = await connection.exchange('POST', pathname, headers, payload, 202)
  idle.push(connection)
  return (JSON.parse(answer) as { messages: [{ id: number }] }).messages[0].id
}

/** When each of the next `total` messages was seen with its phone. */
async function watch({ database }: World, total: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await database.query<{ last: string }>(
    'select coalesce(max(message_id), 0) as last from sms.simulated_text',
  )
  const last = rows[0]?.last
  const seenMs = new Map<number, number>()
  for (let look = 1; seenMs.size < total; look++) {
    await pause(lookEveryMs)
    // They come in about the order of their ids. Looking costs the server as little as it can; now and then at all, for
    // those that took longer than others.
    const found = await database.query<{ message_id: string }>(
      'select message_id from sms.simulated_text where message_id > $1 order by message_id desc limit $2',
      [last, look % looksAtNewest === 0 ? total : newestMax],
    )
    const now = performance.now()
    for (const { message_id: id } of found.rows) if (!seenMs.has(Number(id))) seenMs.set(Number(id), now)
  }
  return seenMs
}
