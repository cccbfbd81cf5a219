import { setImmediate as nextTick } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'

/** Budget of all long tasks together per tick. */
const heldMsMax = 2

let turnStartedMs: number | undefined

/**
 * Await this between the steps of a long task, which would otherwise starve the event loop. Undefined, and almost free,
 * until long tasks have held the current tick for 2 ms.
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
