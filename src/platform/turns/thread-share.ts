import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'

/** The resolution of timers. Shorter waits add up until they are as long. */
const timerMs = 1

/**
 * Half of this thread, for work that comes in small pieces from many sides at once: each waits until the work of all others
 * that came before is done, with as much time for the rest of the program in between.
 */
export class ThreadShare {
  #freeAtMs = 0

  /** To be awaited between pieces of work, with the time that the last one took or the next will about take. */
  async take(workMs: number): Promise<void> {
    const nowMs = monotonicMs()
    const startMs = Math.max(nowMs, this.#freeAtMs)
    this.#freeAtMs = startMs + 2 * workMs
    if (startMs - nowMs >= timerMs) await delay(startMs - nowMs)
  }
}
