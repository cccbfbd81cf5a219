import { defineLoop } from '../../../api/loop.ts'
import type { Report } from '../../queue/model.ts'
import { reportProgress } from '../../queue/report-progress.ts'
import { dropSettled, unsettledItems } from './store.ts'

const pauseMs = 60_000
const batchMax = 200

/** The least that a phone has to tell of a message, however short the time was in which it was to be sent. */
const patienceMs = 24 * 3_600_000

const outcomeUnknown = {
  code: 'outcome_unknown',
  message: 'The phone was given the message and never told what became of it.',
}

/** Fails what phones were given and never told of. It is not sent again: the phone may have sent it. */
export const settleItems = defineLoop({
  name: 'settle-phone-items',
  pauseMsMax: pauseMs,
  async run({ clock, database }) {
    const now = clock.now()
    const takenBefore = new Date(now.getTime() - patienceMs)
    const items = await unsettledItems(database, { takenBefore, now, countMax: batchMax })
    if (items.length === 0) return pauseMs
    await database.transaction(async (tx) => {
      const reports = items.map(({ id, number_id: numberId }): Report => ({
        messageId: id,
        numberId,
        status: 'failed',
        at: now,
        error: outcomeUnknown,
      }))
      await reportProgress(tx, reports)
      await dropSettled(
        tx,
        items.map(({ id }) => id),
      )
    })
    return items.length === batchMax ? 0 : pauseMs
  },
})
