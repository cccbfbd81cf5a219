import { setImmediate as nextTick } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'

/** All long tasks together hold one turn of the event loop for this long, and then for one step each. */
const heldMsMax = 2

let turnStartedMs: number | undefined

/**
 * To be awaited between the steps of a long task: work in promises would otherwise go on without end before the event loop
 * takes the next request. Resolves in the next turn once long tasks have held this one for 2 ms; before that it is undefined
 * and costs next to nothing.
 */
export function yieldToEventLoop(): Promise<void> | undefined {
  const nowMs = monotonicMs()
  if (turnStartedMs === undefined) {
    turnStartedMs = nowMs
    setImmediate(() => (turnStartedMs = undefined))
    return undefined
  }
  return nowMs - turnStartedMs < heldMsMax ? undefined : nextTick()
}
