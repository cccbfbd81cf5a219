import { setTimeout as delay } from 'node:timers/promises'
import { attacks, type Attack } from './neighbour/attacks.ts'
import { operations, type Operation, type Samples } from './neighbour/victim.ts'
import { openWorld, type World } from './neighbour/world.ts'
import { table } from './report.ts'

// While one tenant or stranger attacks, another tenant lists, gets, uploads five bytes, sends a message, and a visitor
// opens a share page. "Alone" is the same before each attack, all of those phases together.

const warmUpMs = 4000
const aloneMs = 3500
const attackedMsMax = 9000
/** What is over sooner begins again: a p99 of a second and a half is the slowest two or three answers. */
const attackedMsMin = 4500
const phaseMs = 1500
const timesMax = 5

interface Row {
  readonly name: string
  readonly attacked: Samples
}

/** `npm run bench -- neighbour`, or with words of the attacks: `npm run bench -- neighbour copies`. */
export async function benchNeighbour(words: readonly string[]): Promise<void> {
  const chosen = attacks.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  const world = await openWorld()
  const alone: Samples[] = []
  const rows: Row[] = []
  try {
    await world.measure(warmUpMs)
    for (const attack of chosen) {
      const measured = await measureRow(world, attack)
      alone.push(measured.alone)
      rows.push({ name: attack.name, attacked: measured.attacked })
      const { latencies, failures } = measured.attacked
      const slowest = Math.max(...operations.map((operation) => p99(latencies[operation])))
      console.log(`- ${attack.name}: ${failures.length} failures, slowest p99 ${slowest.toFixed(0)} ms`)
      for (const failure of failures.slice(0, 3)) console.log(`  ${failure}`)
    }
  } finally {
    await world.close()
  }
  report(alone, rows)
}

async function measureRow(world: World, { prepare }: Attack) {
  const attack = await prepare(world.attacker)
  await delay(1000)
  const alone = await world.measure(aloneMs)
  const stop = new AbortController()
  const attacking = inWaves(attack, stop.signal)
  const attacked = await measureWhile(world, attacking)
  stop.abort()
  await attacking
  await world.forgetJobs()
  await delay(1500)
  return { alone, attacked }
}

/** Attacks, and again while it was over too soon to be measured. */
async function inWaves(attack: (stop: AbortSignal) => Promise<unknown>, stop: AbortSignal): Promise<void> {
  const beganMs = performance.now()
  do await attack(stop)
  while (!stop.aborted && performance.now() - beganMs < attackedMsMin)
}

/** As long as the attack lasts, within bounds. */
async function measureWhile(world: World, attacking: Promise<unknown>): Promise<Samples> {
  const phases: Samples[] = []
  const attack = { over: false }
  void attacking.then(() => (attack.over = true))
  for (let ms = 0; ms < attackedMsMax && !(attack.over && ms > 0); ms += phaseMs)
    phases.push(await world.measure(phaseMs))
  return joined(phases)
}

function joined(phases: readonly Samples[]): Samples {
  const all = (operation: Operation) => phases.flatMap(({ latencies }) => latencies[operation])
  return {
    latencies: {
      list: all('list'),
      get: all('get'),
      upload: all('upload'),
      send: all('send'),
      page: all('page'),
    },
    failures: phases.flatMap(({ failures }) => failures),
  }
}

function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN
}

function report(phases: readonly Samples[], rows: readonly Row[]): void {
  const alone = joined(phases)
  const base = (operation: Operation) => p99(alone.latencies[operation])
  const cells = rows.map(({ name, attacked }) => {
    const times = operations.map((operation) => p99(attacked.latencies[operation]) / base(operation))
    const met = attacked.failures.length === 0 && times.every((each) => each <= timesMax)
    const shown = operations.map(
      (operation, at) => `${p99(attacked.latencies[operation]).toFixed(0)} (${(times[at] ?? 0).toFixed(1)})`,
    )
    return [name, `${attacked.failures.length}`, ...shown, met ? 'met' : 'MISSED']
  })
  const first = ['alone', `${alone.failures.length}`, ...operations.map((each) => base(each).toFixed(0)), '']
  console.log(
    `\np99 in ms, and how many times that of "alone", which is measured before each attack in this run`,
  )
  console.log(table(['while', 'failures', ...operations, ''], [first, ...cells]))
  console.log(`goal: nothing fails, p99 at most ${timesMax} times that of "alone"`)
}
