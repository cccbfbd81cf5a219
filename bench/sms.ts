import { availableParallelism, loadavg } from 'node:os'
import type { Outcome } from './files/outcome.ts'
import { table } from './report.ts'
import { benchAcceptAccounts, benchAcceptHundred, benchAcceptSingles } from './sms/accept.ts'
import { benchEngine } from './sms/engine.ts'
import { benchLatency } from './sms/latency.ts'
import { benchLists } from './sms/list.ts'
import { openWorld, type World } from './sms/world.ts'

// Text messages over the SMS origin. Every row has a server of its own, so that none inherits what another left behind.

const rows: Readonly<Record<string, (world: World) => Promise<Outcome[]>>> = {
  accept: benchAcceptHundred,
  singles: benchAcceptSingles,
  accounts: benchAcceptAccounts,
  latency: benchLatency,
  engine: benchEngine,
  lists: benchLists,
}

/** `npm run bench -- sms`, or with the names of rows: `npm run bench -- sms singles`. */
export async function benchSms(names: readonly string[]): Promise<void> {
  const chosen = names.length > 0 ? names : Object.keys(rows)
  const unknown = chosen.find((name) => !(name in rows))
  if (unknown !== undefined) {
    throw new Error(`Unknown row "${unknown}". Use: ${Object.keys(rows).join(', ')}.`)
  }
  const lines: (readonly string[])[] = []
  for (const name of chosen) {
    const load = loadavg()[0]?.toFixed(1)
    console.log(`- ${name} (load ${load} on ${availableParallelism()} processors before it)`)
    for (const outcome of await benchRow(name)) {
      const met = outcome.met === undefined ? '' : outcome.met ? 'met' : 'MISSED'
      const line = [outcome.what, outcome.bureau, outcome.peer, outcome.ratio, outcome.goal, met]
      console.log(`  ${line.filter((cell) => cell !== '').join(' | ')}`)
      lines.push(line)
    }
  }
  console.log(`\n${table(['what', 'Bureau', 'beside', 'ratio', 'goal', ''], lines)}`)
}

async function benchRow(name: string): Promise<Outcome[]> {
  const world = await openWorld()
  try {
    return (await rows[name]?.(world)) ?? []
  } finally {
    await world.close()
  }
}
