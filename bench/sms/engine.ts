import { setTimeout as pause } from 'node:timers/promises'
import { repeat } from '../connection.ts'
import type { Outcome } from '../outcome.ts'
import { nextPhone, type Account, type World } from './world.ts'

// How fast what waits leaves: 20,000 messages over ten simulated numbers without limits, while single sends of another
// account are accepted.

const messagesMax = 20_000
const recipientsMax = 100
const numbersMax = 10
const perSecondMin = 3000
const acceptConnections = 2
const secondsMax = 120
const body = 'Your parcel is on its way and arrives today between 2 and 4 pm.'

export async function benchEngine(world: World): Promise<Outcome[]> {
  for (let count = 0; count < numbersMax; count++) await world.addNumber({ online: false })
  const [waiting, other] = [await world.addAccount(), await world.addAccount()]
  await queue(world, waiting)
  const accepting = new AbortController()
  const accepted = acceptUntil(world, other, accepting.signal)
  const perSecond = await messagesASecond(world, waiting)
  accepting.abort()
  return [
    {
      what: 'queued messages that leave over ten numbers',
      bureau: `${perSecond.toFixed(0)}/s`,
      peer: `${(await accepted).toFixed(0)}/s accepted by the way`,
      ratio: '',
      goal: `at least ${perSecondMin}/s`,
      met: perSecond >= perSecondMin,
    },
  ]
}

async function queue({ base, database }: World, { headers }: Account): Promise<void> {
  for (let count = 0; count < messagesMax; count += recipientsMax) {
    const to = Array.from({ length: recipientsMax }, nextPhone)
    const sent = await fetch(`${base}/messages`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ to, body }),
    })
    if (sent.status !== 202) throw new Error(`A send was answered with ${sent.status}.`)
  }
  await database.query('checkpoint')
}

/** From the moment when the numbers are online until the last message has left. */
async function messagesASecond({ database }: World, { workspaceId }: Account): Promise<number> {
  const startedMs = performance.now()
  await database.query(`update sms.number set online = true`)
  await database.query(`select pg_notify('bureau', 'sms.queue:')`)
  const elapsed = () => (performance.now() - startedMs) / 1000
  while (elapsed() < secondsMax) {
    const { rows } = await database.query<{ left: boolean }>(
      `select not exists (select from sms.message where workspace_id = $1 and status in ('queued', 'sending')) as left`,
      [workspaceId],
    )
    if (rows[0]?.left) return messagesMax / elapsed()
    await pause(20)
  }
  throw new Error(`The messages did not leave within ${secondsMax} s.`)
}

/** Sends one after the other, and how many were accepted a second. */
async function acceptUntil({ base }: World, { headers }: Account, signal: AbortSignal): Promise<number> {
  const { pathname } = new URL(`${base}/messages`)
  let accepted = 0
  const startedMs = performance.now()
  while (!signal.aborted) {
    await repeat(base, { connections: acceptConnections, seconds: 0.5 }, async (connection) => {
      await connection.exchange('POST', pathname, headers, JSON.stringify({ to: nextPhone(), body }), 202)
      accepted++
    })
  }
  return accepted / ((performance.now() - startedMs) / 1000)
}
