import { setTimeout as delay } from 'node:timers/promises'
import { settlesWithin } from '../deadline.ts'
import type { Log } from '../log/log.ts'

const retryMsMin = 500
const closingRetryMs = 100
const closingMsMax = 5_000

export interface BatcherOptions<Key, Value> {
  readonly name: string
  readonly log: Log
  readonly delayMs: number
  readonly batchMax?: number
  /** Values of further keys are dropped at this many waiting keys. */
  readonly keysMax?: number
  /** Consecutive failures before a batch is dropped. Default: never. */
  readonly attemptsMax?: number
  readonly merge: (older: Value, newer: Value) => Value
  /** Must write all or nothing. */
  readonly write: (batch: ReadonlyMap<Key, Value>) => Promise<unknown>
}

/** Collects values by key and writes them in batches, one at a time. A failed batch is merged with newer values and retried. */
export class Batcher<Key, Value> {
  readonly #options: BatcherOptions<Key, Value>
  #waiting = new Map<Key, Value>()
  #inFlight: ReadonlyMap<Key, Value> = new Map()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #failures = 0
  #closing = false

  constructor(options: BatcherOptions<Key, Value>) {
    this.#options = options
  }

  add(key: Key, value: Value): void {
    const { keysMax = Number.POSITIVE_INFINITY } = this.#options
    if (this.#waiting.size >= keysMax && !this.#waiting.has(key)) return
    this.#merge(key, value)
    this.#schedule()
  }

  has(key: Key): boolean {
    return this.#waiting.has(key) || this.#inFlight.has(key)
  }

  unwritten(key: Key): readonly Value[] {
    return [this.#inFlight, this.#waiting].flatMap((values) =>
      values.has(key) ? [values.get(key) as Value] : [],
    )
  }

  /** Writes the rest for at most five seconds. */
  async close(): Promise<void> {
    this.#closing = true
    clearTimeout(this.#timer)
    const endMs = performance.now() + closingMsMax
    const writeRest = async () => {
      await this.#writing
      while (this.#waiting.size > 0 && performance.now() < endMs) {
        await this.#write()
        if (this.#failures > 0) await delay(closingRetryMs)
      }
    }
    await settlesWithin(closingMsMax, writeRest())
    const lost = this.#waiting.size + this.#inFlight.size
    if (lost > 0) this.#options.log.error({ lost }, `Some ${this.#options.name} were not written.`)
  }

  #merge(key: Key, value: Value): void {
    const older = this.#waiting.get(key)
    this.#waiting.set(key, older === undefined ? value : this.#options.merge(older, value))
  }

  #schedule(): void {
    if (this.#timer || this.#writing || this.#closing || this.#waiting.size === 0) return
    const { delayMs } = this.#options
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#writing = this.#write().finally(() => {
          this.#writing = undefined
          this.#schedule()
        })
      },
      this.#failures > 0 ? Math.max(delayMs, retryMsMin) : delayMs,
    ).unref()
  }

  async #write(): Promise<void> {
    const { name, log, write } = this.#options
    const batch = this.#takeBatch()
    this.#inFlight = batch
    try {
      await write(batch)
      if (this.#failures > 0) log.info({}, `The ${name} are written again.`)
      this.#failures = 0
    } catch (err) {
      this.#failures += 1
      if (this.#failures === 1) log.warn({ err, batch: batch.size }, `The ${name} could not be written.`)
      this.#keep(batch)
    }
    this.#inFlight = new Map()
  }

  #takeBatch(): ReadonlyMap<Key, Value> {
    const { batchMax = Number.POSITIVE_INFINITY } = this.#options
    const batch = new Map<Key, Value>()
    for (const [key, value] of this.#waiting) {
      if (batch.size >= batchMax) break
      batch.set(key, value)
      this.#waiting.delete(key)
    }
    return batch
  }

  #keep(batch: ReadonlyMap<Key, Value>): void {
    const { attemptsMax = Number.POSITIVE_INFINITY } = this.#options
    if (this.#failures >= attemptsMax) {
      this.#failures = 0
      return
    }
    const newer = this.#waiting
    this.#waiting = new Map(batch)
    for (const [key, value] of newer) this.#merge(key, value)
  }
}
