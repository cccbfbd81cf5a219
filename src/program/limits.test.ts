import { expect, test } from 'vitest'
import { workspaceFlow } from '../api/limiters.ts'
import { openLimiters } from './limits.ts'
import type { Limiters } from '../api/limiters.ts'

const ofTenants = [
  'statements',
  'plans',
  'checksums',
  'compressions',
  'compressors',
  'extractions',
  'drawings',
  'passwords',
] as const satisfies readonly (keyof Limiters)[]

test.each(ofTenants)('a tenant never has all %s, also when nobody else wants any', async (resource) => {
  const over = new AbortController()
  const limiters = openLimiters({ connections: 10, processors: 4 })[resource]
  while (limiters.state.waiting === 0) {
    limiters.acquire(workspaceFlow(1), { signal: over.signal }).catch(() => undefined)
    await new Promise(setImmediate)
  }
  const other = limiters.acquire(workspaceFlow(2), { signal: AbortSignal.timeout(1000) })
  await expect(other).resolves.toBeTypeOf('function')
  over.abort()
})
