import { setTimeout as delay } from 'node:timers/promises'
import { median, table } from './report.ts'
import { crash } from './webhooks/crash.ts'
import { openWorld, type Owner, type World } from './webhooks/world.ts'

// Deliveries to an https receiver on this machine, which has its own process and keeps connections open.

const rateDeliveries = 20_000
const steadyMs = 10_000
const steadyPerSecond = 200
const deadRounds = 3
const deadMs = 6000
const crashEvents = 10_000
const crashKills = 10

/** `npm run bench -- webhooks`, or some of its rows: `npm run bench -- webhooks latency crash`. */
export async function benchWebhooks(words: readonly string[]): Promise<void> {
  const rows = { rate: benchRate, latency: benchLatency, dead: benchDead, crash: benchCrash }
  for (const [name, run] of Object.entries(rows)) if (words.length === 0 || words.includes(name)) await run()
}

async function withWorld(work: (world: World, owner: Owner) => Promise<void>): Promise<void> {
  const world = await openWorld()
  try {
    await work(world, await world.addOwner())
  } finally {
    await world.close()
  }
}

/** How many deliveries a second, to one webhook and to twenty of a workspace. */
const benchRate = () =>
  withWorld(async (world, owner) => {
    const cells: string[][] = []
    for (const webhooks of [1, 20]) {
      const added = webhooks === 1 ? 1 : webhooks - 1
      for (let number = 0; number < added; number++) await world.addWebhook(owner, `/${number}`)
      await emitAndDrain(world, owner, 500)
      await emitAndDrain(world, owner, rateDeliveries / webhooks)
      const { deliveries, firstMs, lastMs } = await world.received()
      cells.push([`${webhooks}`, ((deliveries.length * 1000) / (lastMs - firstMs)).toFixed(0)])
    }
    console.log(table(['webhooks', 'deliveries/s'], cells))
    console.log('goal: at least 1,000 deliveries a second')
  })

async function emitAndDrain(world: World, owner: Owner, events: number): Promise<void> {
  await world.received()
  await world.emit(owner.workspaceId, events)
  await world.drained()
}

/** From an event to the arrival of its first attempt, at 200 events a second. */
const benchLatency = () =>
  withWorld(async (world, owner) => {
    await world.addWebhook(owner, '/')
    await emitSteadily(world, [owner], { perSecond: steadyPerSecond, ms: 3000 })
    await world.received()
    await emitSteadily(world, [owner], { perSecond: steadyPerSecond, ms: steadyMs })
    const { latencies } = await world.received()
    const cells = [`${latencies.length}`, percentile(latencies, 0.5), percentile(latencies, 0.99)]
    console.log(table(['arrived', 'p50 ms', 'p99 ms'], [cells]))
    console.log(`goal at ${steadyPerSecond} events a second: p50 below 100 ms, p99 below 1,000 ms`)
  })

/** A hundred healthy webhooks, alternately without and with one that never answers. */
const benchDead = () =>
  withWorld(async (world, owner) => {
    const owners = [owner]
    while (owners.length < 10) owners.push(await world.addOwner())
    for (const each of owners)
      for (let number = 0; number < 10; number++) await world.addWebhook(each, `/${number}`)
    const dead = await world.addWebhook(owner, '/never')
    const samples: [number[], number[]] = [[], []]
    for (let round = 0; round < deadRounds * 2; round++) {
      const withDead = round % 2
      await world.switchWebhook(owner, dead, withDead === 1)
      await emitSteadily(world, owners, { perSecond: 20, ms: 1000 })
      await world.received()
      await emitSteadily(world, owners, { perSecond: 20, ms: deadMs })
      samples[withDead]?.push(Number(percentile((await world.received()).latencies, 0.99)))
    }
    const [without, beside] = [median(samples[0]), median(samples[1])]
    const cells = [without.toFixed(0), beside.toFixed(0), (beside / without).toFixed(2)]
    console.log(table(['p99 ms alone', 'beside a dead one', 'times'], [cells]))
    console.log('goal: at most 1.20 times')
  })

async function emitSteadily(
  world: World,
  owners: readonly Owner[],
  { perSecond, ms }: { readonly perSecond: number; readonly ms: number },
): Promise<void> {
  const startedMs = performance.now()
  const count = (perSecond * ms) / 1000
  for (let number = 0; number < count; number++) {
    await world.emit(owners[number % owners.length]?.workspaceId ?? 0)
    await delay(Math.max(0, startedMs + ((number + 1) * 1000) / perSecond - performance.now()))
  }
  await world.drained()
}

function percentile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0)
}

/** Ten thousand events for two webhooks, and kill -9 of everything ten times. */
async function benchCrash(): Promise<void> {
  const counts = await crash(crashEvents, crashKills)
  console.log(JSON.stringify(counts))
  const whole = counts.rows['delivered'] === crashEvents * 2 && counts.disagreeing === 0
  console.log(`goal: ${crashEvents * 2} delivered, none disagreeing: ${whole ? 'met' : 'MISSED'}`)
}
