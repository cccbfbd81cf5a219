import { below, ms, percentile95, type Outcome } from '../outcome.ts'
import { showResults } from './in-page.ts'
import type { WebWorld } from './world.ts'

const queries = ['berlin 77', 'invoice', '4711', 'minutes wien', '.pdf', 'photo lyon 1', 'oslo', 'plan rome']

/** Types each search as a person does, and waits after the last key. */
export async function measureSearch({ page }: WebWorld): Promise<Outcome[]> {
  const box = page.getByRole('searchbox', { name: 'Search files' })
  const samples: number[] = []
  for (const query of [...queries, ...queries.toReversed()]) {
    await box.fill('')
    await box.pressSequentially(query.slice(0, -1), { delay: 40 })
    await page.evaluate(`globalThis.shown = ${showResults(query)}; undefined`)
    await page.keyboard.type(query.slice(-1))
    samples.push(await page.evaluate<number>('shown'))
  }
  return [below('from the last key of a search to its results, p95', percentile95(samples), 300, ms)]
}
