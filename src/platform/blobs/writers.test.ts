import { afterEach, beforeEach, expect, test } from 'vitest'
import { workspaceFlow } from '../../api/limiters.ts'
import { openWriters } from './writers.ts'

/** Ends the waiting for turns that a test leaves behind. */
let over: AbortController
beforeEach(() => void (over = new AbortController()))
afterEach(() => over.abort())

/** As many as one person may have workspaces, and what a small store leaves. */
test.each([
  [11, 256],
  [8, 32],
])(
  '%i tenants who take all of %i writers that they may have leave some for the next',
  async (tenants, writersMax) => {
    const writers = openWriters('writers', writersMax)
    for (let id = 1; id <= tenants; id++) {
      const { waiting } = writers.state
      while (writers.state.waiting === waiting) {
        writers.acquire(workspaceFlow(id), { signal: over.signal }).catch(() => undefined)
        await new Promise(setImmediate)
      }
    }
    const next = writers.acquire(workspaceFlow(tenants + 1), { signal: AbortSignal.timeout(1000) })
    await expect(next).resolves.toBeTypeOf('function')
  },
)

test('a tenant who is alone has a quarter of the writers', async () => {
  const writers = openWriters('writers', 256)
  for (let upload = 0; upload < 65; upload++)
    writers.acquire(workspaceFlow(1), { signal: over.signal }).catch(() => undefined)
  await new Promise(setImmediate)
  expect(writers.state).toMatchObject({ running: 64, waiting: 1 })
})
