import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'

/** Others on this thread wait for no more than this and one step. */
const workMs = 2

/**
 * Does long work on this thread step by step, and rests as long as it has worked: others have at least half of the
 * thread. Between steps `signal` ends it, with its reason.
 */
export async function inSteps<Result>(
  steps: Iterator<unknown, Result, undefined>,
  signal?: AbortSignal,
): Promise<Result> {
  let startedMs = monotonicMs()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    const workedMs = monotonicMs() - startedMs
    if (workedMs < workMs) continue
    await delay(workedMs)
    signal?.throwIfAborted()
    startedMs = monotonicMs()
  }
}
