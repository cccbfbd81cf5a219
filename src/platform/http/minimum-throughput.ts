import { monotonicMs } from '../clock.ts'

/** The least that a sender has to send while somebody waits for his bytes. */
export interface MinimumThroughput {
  readonly bytesMin: number
  readonly windowMs: number
}

const windowSeconds = 30

/** Over half a minute, so that a line may fail for some seconds. */
export const minimumThroughput = (bytesPerSecondMin: number): MinimumThroughput => ({
  bytesMin: bytesPerSecondMin * windowSeconds,
  windowMs: windowSeconds * 1000,
})

/** What a sender is told who is too slow. */
export const slowBodySentence = 'The body arrived too slowly. Send it again over a faster connection.'

/**
 * Watches whether bytes arrive at the least pace. Only the time counts in which they were waited for: a sender is not slow
 * because our disk is.
 */
export class ThroughputWatch {
  readonly #minimum: MinimumThroughput
  readonly #onSlow: () => void
  #timer: NodeJS.Timeout | undefined
  #waitingSinceMs: number | undefined
  #waitedMs = 0
  #bytes = 0

  constructor(throughputMin: MinimumThroughput, onSlow: () => void) {
    this.#minimum = throughputMin
    this.#onSlow = onSlow
  }

  /** From here on bytes are waited for. */
  wait(): void {
    this.#waitingSinceMs ??= monotonicMs()
    this.#timer ??= this.#judgeIn(this.#minimum.windowMs)
  }

  /** Nobody waits for bytes until `wait` is called again. */
  pause(): void {
    if (this.#waitingSinceMs !== undefined) this.#waitedMs += monotonicMs() - this.#waitingSinceMs
    this.#waitingSinceMs = undefined
  }

  arrived(count: number): void {
    this.#bytes += count
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waitingSinceMs = undefined
  }

  #judgeIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#judge(), Math.max(1, ms)).unref()
  }

  #judge(): void {
    const { bytesMin, windowMs } = this.#minimum
    const waits = this.#waitingSinceMs !== undefined
    this.pause()
    if (waits) this.#waitingSinceMs = monotonicMs()
    if (this.#waitedMs < windowMs) {
      this.#timer = this.#judgeIn(windowMs - this.#waitedMs)
      return
    }
    if (this.#bytes < bytesMin) {
      this.close()
      this.#onSlow()
      return
    }
    this.#bytes = 0
    this.#waitedMs = 0
    this.#timer = this.#judgeIn(windowMs)
  }
}

/** The same bytes; fails with `slow()` when they come too slowly, also while none comes at all. */
export function withMinimumThroughput(
  bytes: AsyncIterable<Uint8Array>,
  throughputMin: MinimumThroughput,
  slow: () => Error,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = bytes[Symbol.asyncIterator]()
      let refuse: (error: Error) => void = () => {}
      const watch = new ThroughputWatch(throughputMin, () => refuse(slow()))
      return {
        next: () =>
          new Promise((resolve, reject) => {
            refuse = reject
            watch.wait()
            iterator.next().then((next) => {
              watch.pause()
              if (next.done === true) watch.close()
              else watch.arrived(next.value.length)
              resolve(next)
            }, reject)
          }),
        return: async () => {
          watch.close()
          // Not awaited: a source that is stuck in a pull answers this only when the pull ends.
          iterator.return?.().catch(() => undefined)
          return { done: true, value: undefined }
        },
      }
    },
  }
}
