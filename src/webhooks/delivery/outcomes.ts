import { Batcher } from '../../platform/concurrency/batcher.ts'
import { monotonicMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Outcome } from './model.ts'
import { finishDeliveries } from './store.ts'

const batchMax = 500
/** One statement for all outcomes of this time costs a fraction of one for each. */
const gatherMs = 4

interface Entry {
  readonly outcome: Outcome
  readonly addedMs: number
  readonly written: () => void
}

/** Records outcomes of attempts in batches. */
export class Outcomes {
  readonly #batcher: Batcher<Entry, undefined>

  /** After `leaseMs` another claim has the delivery, and an outcome of ours does not count. */
  constructor({ database, log }: { readonly database: Database; readonly log: Log }, leaseMs: number) {
    this.#batcher = new Batcher({
      name: 'outcomes of deliveries',
      log,
      delayMs: gatherMs,
      batchMax,
      merge: () => undefined,
      write: async (batch) => {
        const nowMs = monotonicMs()
        const outcomes = [...batch.keys()]
          .filter(({ addedMs }) => nowMs - addedMs < leaseMs)
          .map(({ outcome }) => outcome)
        if (outcomes.length > 0) await finishDeliveries(database, outcomes)
        for (const { written } of batch.keys()) written()
      },
    })
  }

  /** Resolves when it is written, or too late to be. While the database is away it is tried again. */
  write(outcome: Outcome): Promise<void> {
    return new Promise((written) => {
      this.#batcher.add({ outcome, addedMs: monotonicMs(), written }, undefined)
    })
  }
}
