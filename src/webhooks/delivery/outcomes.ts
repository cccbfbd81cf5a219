import { setTimeout as pause } from 'node:timers/promises'
import { monotonicMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Outcome } from './model.ts'
import { finishDeliveries } from './store.ts'

const batchMax = 500
const retryMs = 500

interface Entry {
  readonly outcome: Outcome
  readonly addedMs: number
  readonly written: () => void
}

/** Writes outcomes down, those that come while a statement is under way together with the next one. */
export class Outcomes {
  readonly #database: Database
  readonly #log: Log
  /** After this long another claim has the delivery, and what came of ours does not count. */
  readonly #leaseMs: number
  readonly #waiting: Entry[] = []
  #writing = false

  constructor({ database, log }: { readonly database: Database; readonly log: Log }, leaseMs: number) {
    this.#database = database
    this.#log = log
    this.#leaseMs = leaseMs
  }

  /** Resolves when it is written, or too late to be. While the database is away it is tried again. */
  write(outcome: Outcome): Promise<void> {
    return new Promise((written) => {
      this.#waiting.push({ outcome, addedMs: monotonicMs(), written })
      if (!this.#writing) void this.#writeAll()
    })
  }

  async #writeAll(): Promise<void> {
    this.#writing = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchMax)
      const left = await this.#writeBatch(batch)
      if (left.length === 0) continue
      this.#waiting.unshift(...left)
      await pause(retryMs)
    }
    this.#writing = false
  }

  /** Returns those that are to be tried again. */
  async #writeBatch(batch: readonly Entry[]): Promise<readonly Entry[]> {
    try {
      await finishDeliveries(
        this.#database,
        batch.map(({ outcome }) => outcome),
      )
    } catch (error) {
      this.#log.warn({ err: error, deliveries: batch.length }, 'Deliveries could not be written down yet.')
      const inTime = ({ addedMs }: Entry) => monotonicMs() - addedMs < this.#leaseMs
      for (const late of batch.filter((entry) => !inTime(entry))) late.written()
      return batch.filter(inTime)
    }
    for (const { written } of batch) written()
    return []
  }
}
