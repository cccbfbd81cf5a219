import { setImmediate as nextTurn } from 'node:timers/promises'
import { monotonicMs } from './clock.ts'

/** So long may one task keep everybody else waiting. A request takes about as much. */
const heldMsMax = 2

/**
 * For a long task that waits only for itself: work in promises goes on without end before the event loop takes the next
 * request. Each `await breathe()` lets others in when the task has held the loop for 2 ms, and costs next to nothing before.
 */
export function breaths(): () => Promise<void> | undefined {
  let sinceMs = monotonicMs()
  return () => {
    if (monotonicMs() - sinceMs < heldMsMax) return undefined
    return nextTurn().then(() => {
      sinceMs = monotonicMs()
    })
  }
}
