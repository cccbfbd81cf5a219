import { monotonicMs } from '../clock.ts'

export interface MinimumThroughput {
  readonly bytesMin: number
  readonly windowMs: number
}

const windowSeconds = 30

/** Averaged over half a minute, so that a connection may stall for seconds. */
export const minimumThroughput = (bytesPerSecondMin: number): MinimumThroughput => ({
  bytesMin: bytesPerSecondMin * windowSeconds,
  windowMs: windowSeconds * 1000,
})

export const slowBodySentence = 'The body arrived too slowly. Send it again over a faster connection.'

/** Measures throughput only while bytes are awaited, so a slow disk of ours doesn't count. */
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

  wait(): void {
    this.#waitingSinceMs ??= monotonicMs()
    this.#timer ??= this.#judgeIn(this.#minimum.windowMs)
  }

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

/** Fails with `slow()`, also while no byte arrives. */
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
          // Not awaited: a stuck source resolves this only when its pull ends.
          iterator.return?.().catch(() => undefined)
          return { done: true, value: undefined }
        },
      }
    },
  }
}
