import { setImmediate as nextTick } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AdmissionQueue } from './admission-queue.ts'
import { FairLimiter } from './fair-limiter.ts'
import type { FlowKeys } from './flow-key.ts'
import { Semaphore } from './semaphore.ts'

// Nothing waits while a permit is free that it may have. Whatever a scheduler does for fairness must keep to that.

const limits = { total: 4, workspace: 3, ip: 2, link: 2 }
const flows: readonly FlowKeys[] = [
  [{ kind: 'workspace', name: 'w1' }],
  [{ kind: 'workspace', name: 'w2' }],
  [
    { kind: 'ip', name: 'i1' },
    { kind: 'link', name: 'l1' },
  ],
  [
    { kind: 'ip', name: 'i2' },
    { kind: 'link', name: 'l1' },
  ],
]
/** Acquire for a flow, or release the permit that was granted first (-1). */
const steps = fc.array(fc.integer({ min: -1, max: flows.length - 1 }), { maxLength: 60 })

interface Request {
  readonly flow: FlowKeys
  release?: () => void
}

/** What a limiter may grant now, from the permits that are held: the rule written once more, without rounds. */
function mayRun(flow: FlowKeys, running: readonly Request[]): boolean {
  const heldBy = (name: string) =>
    running.filter((request) => request.flow.some((key) => key.name === name)).length
  return (
    running.length < limits.total &&
    flow.every(({ kind, name }) => heldBy(name) < limits[kind as 'workspace' | 'ip' | 'link'])
  )
}

describe('no request waits while a permit is free that it may have', () => {
  test('of a fair limiter', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const each = (runningMax: number) => ({ runningMax, waitingMax: 100 })
        const limiter = new FairLimiter('things', {
          ...each(limits.total),
          waitMsMax: 60_000,
          flows: { workspace: each(limits.workspace), ip: each(limits.ip), link: each(limits.link) },
        })
        const requests: Request[] = []
        for (const step of taken) {
          const flow = flows[step]
          const running = requests.filter(({ release }) => release !== undefined)
          if (flow) {
            const request: Request = { flow }
            requests.push(request)
            void limiter.acquire(flow).then((release) => (request.release = release))
          } else if (running[0]) {
            running[0].release?.()
            requests.splice(requests.indexOf(running[0]), 1)
          }
          await nextTick()
          const held = requests.filter(({ release }) => release !== undefined)
          const waiting = requests.filter(({ release }) => release === undefined)
          expect(waiting.filter((request) => mayRun(request.flow, held))).toEqual([])
        }
        while (requests.length > 0) {
          const next = requests.find(({ release }) => release !== undefined)
          next?.release?.()
          requests.splice(next ? requests.indexOf(next) : 0, 1)
          await nextTick()
        }
        expect(limiter.state).toMatchObject({ running: 0, waiting: 0 })
      }),
      { numRuns: 200 },
    )
  })

  test('of a semaphore', async () => {
    const semaphore = new Semaphore(2)
    const held = [await semaphore.acquire(), await semaphore.acquire()]
    const waiting = Array.from({ length: 3 }, () => semaphore.acquire())
    for (const release of held) release()
    expect([semaphore.running, semaphore.waiting]).toEqual([2, 1])
    for (const acquired of waiting) (await acquired)()
    expect([semaphore.running, semaphore.waiting]).toEqual([0, 0])
  })

  test('in the admission queue: each turn of the event loop starts as many as it may', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 300 }), async (keys) => {
        const queue = new AdmissionQueue()
        let started = 0
        for (const key of keys)
          queue.admit(
            () => [`flow ${key}`],
            () => started++,
          )
        for (let expected = 16; started < keys.length; expected += 16) {
          expect(started).toBe(expected)
          await nextTick()
        }
        expect(started).toBe(keys.length)
      }),
      { numRuns: 50 },
    )
  })
})
