import { setImmediate as nextTick } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'

const heldMsMax = 2

let turnStartedMs: number | undefined

/** Await it between the steps of a long task. Undefined, and almost free, until long tasks have held this tick for 2 ms. */
export function yieldToEventLoop(): Promise<void> | undefined {
  const nowMs = monotonicMs()
  if (turnStartedMs === undefined) {
    turnStartedMs = nowMs
    setImmediate(() => (turnStartedMs = undefined))
    return undefined
  }
  return nowMs - turnStartedMs < heldMsMax ? undefined : nextTick()
}
