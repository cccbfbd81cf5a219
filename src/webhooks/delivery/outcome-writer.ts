import { Batcher } from '../../platform/concurrency/batcher.ts'
import { monotonicMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Notifications } from '../../platform/notifications.ts'
import type { DeliveryOutcome } from './model.ts'
import { finishDeliveries } from './store.ts'

const batchMax = 500
const gatherMs = 4

interface Entry {
  readonly outcome: DeliveryOutcome
  readonly addedMs: number
  readonly written: () => void
}

interface OutcomeWriterContext {
  readonly database: Database
  readonly log: Log
  readonly notifications: Pick<Notifications, 'tell'>
}

export function tellDeliveries(
  notifications: Pick<Notifications, 'tell'>,
  deliveries: readonly { readonly id: number; readonly workspaceId: number }[],
): void {
  for (const [scope, ofWorkspace] of Map.groupBy(deliveries, ({ workspaceId }) => workspaceId))
    notifications.tell({ scope, topic: 'deliveries', ids: ofWorkspace.map(({ id }) => id) })
}

export class OutcomeWriter {
  readonly #batcher: Batcher<Entry, undefined>

  /** Outcomes older than `leaseMs` are dropped: another claim has taken the delivery. */
  constructor({ database, log, notifications }: OutcomeWriterContext, leaseMs: number) {
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
        tellDeliveries(notifications, outcomes)
        for (const { written } of batch.keys()) written()
      },
    })
  }

  /** Resolves when the outcome is written or expired. Retries while the database is away. */
  write(outcome: DeliveryOutcome): Promise<void> {
    return new Promise((written) => {
      this.#batcher.add({ outcome, addedMs: monotonicMs(), written }, undefined)
    })
  }
}
