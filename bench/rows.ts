import { availableParallelism, loadavg } from 'node:os'
import type { Outcome } from './outcome.ts'
import { table } from './report.ts'

interface Closable {
  readonly close: () => Promise<unknown>
}

/** What is measured under each name. */
export type Rows<World> = Readonly<Record<string, (world: World) => Promise<Outcome[]>>>

/**
 * Measures the named rows, or all, and prints them. Every row has a world of its own, so that none inherits what another left
 * in memory, on disk or in a queue. Throws when a name is unknown.
 */
export async function benchRows<World extends Closable>(
  names: readonly string[],
  rows: Rows<World>,
  openWorld: () => Promise<World>,
): Promise<void> {
  const chosen = names.length > 0 ? names : Object.keys(rows)
  const unknown = chosen.find((name) => !(name in rows))
  if (unknown !== undefined) {
    throw new Error(`Unknown row "${unknown}". Use: ${Object.keys(rows).join(', ')}.`)
  }
  const lines: (readonly string[])[] = []
  for (const name of chosen) {
    const load = loadavg()[0]?.toFixed(1)
    console.log(`- ${name} (load ${load} on ${availableParallelism()} processors before it)`)
    const world = await openWorld()
    try {
      for (const outcome of (await rows[name]?.(world)) ?? []) lines.push(printed(outcome))
    } finally {
      await world.close()
    }
  }
  console.log(`\n${table(['what', 'Bureau', 'beside', 'ratio', 'goal', ''], lines)}`)
}

function printed({ what, bureau, peer, ratio, goal, met }: Outcome): readonly string[] {
  const line = [what, bureau, peer, ratio, goal, met === undefined ? '' : met ? 'met' : 'MISSED']
  console.log(`  ${line.filter((cell) => cell !== '').join(' | ')}`)
  return line
}
