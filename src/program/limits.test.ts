import { expect, test } from 'vitest'
import { tenant } from '../platform/concurrency/flow-key.ts'
import { openTurns, type Turns } from './limits.ts'

const ofTenants = [
  'statements',
  'plans',
  'checksums',
  'compressions',
  'compressors',
  'extractions',
  'drawings',
  'passwords',
] as const satisfies readonly (keyof Turns)[]

test.each(ofTenants)('a tenant never has all %s, also when nobody else wants any', async (resource) => {
  const over = new AbortController()
  const turns = openTurns({ connections: 10, processors: 4 })[resource]
  while (turns.state.waiting === 0) {
    turns.take(tenant(1), { signal: over.signal }).catch(() => undefined)
    await new Promise(setImmediate)
  }
  const other = turns.take(tenant(2), { signal: AbortSignal.timeout(1000) })
  await expect(other).resolves.toBeTypeOf('function')
  over.abort()
})
