import type { Context } from '../../../api/context.ts'
import { defineLoop } from '../../../api/loop.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { claimForCarrier } from '../../queue/claim-messages.ts'
import { type Report } from '../../queue/model.ts'
import { queueChannel } from '../../lanes.ts'
import { reportProgress } from '../../queue/report-progress.ts'
import { textsChannel } from './model.ts'
import {
  endOutages,
  holdClaimed,
  holdDue,
  insertTexts,
  nextDelivery,
  nextHandover,
  type SentText,
} from './store.ts'

/*
 * One loop claims messages and stores their texts; the other confirms due texts, so that confirmations delay no texts. All
 * state is in tables: after a crash the next run continues, and the key of sms.simulated_text prevents duplicates. Each
 * run locks its rows, so several processes may run at once.
 */

/** For a lost notification. */
const pollMs = 15_000
const batchMax = 1000

/** Texts that are due within this time are confirmed together. */
const confirmEveryMs = 25

const simulatedFailure = {
  code: 'simulated_failure',
  message: 'The simulator is set to let this share of texts fail.',
}

const simulatedRush = {
  code: 'simulated_busy',
  message: 'The simulator is set to be busy for this share of attempts.',
}

export const handOverTexts = defineLoop({
  name: 'hand-over-texts',
  wokenBy: queueChannel,
  pauseMsMax: pollMs,
  async run(context) {
    return context.database.transaction(
      async (tx) => {
        // Each send wakes the loop, so a run that finds nothing costs one query.
        const { ready, at } = await nextHandover(tx, tx.now())
        return ready && (await handOver(tx, context)) > 0 ? 0 : untilDue(context, at)
      },
      { planned: 'once' },
    )
  },
})

export const confirmTexts = defineLoop({
  name: 'confirm-texts',
  wokenBy: textsChannel,
  pauseMsMin: confirmEveryMs,
  pauseMsMax: pollMs,
  async run(context) {
    const wait = untilDue(context, await nextDelivery(context.database))
    if (wait > 0) return wait
    await confirmDue(context)
    return 0
  },
})

const untilDue = ({ clock }: Context, due: Date | null): number =>
  due === null ? pollMs : Math.max(0, due.getTime() - clock.now().getTime())

async function handOver(tx: Transaction, context: Context): Promise<number> {
  const { random } = context
  const at = tx.now()
  const [, taken] = await Promise.all([endOutages(tx, at), claimForCarrier(tx, context, 'simulator')])
  const claimed = inOrderOf(taken, await holdClaimed(tx, batchMax))
  if (claimed.length === 0) return 0
  const { yes: busy = [], no: sent = [] } = Object.groupBy(claimed, ({ busyRate }) =>
    random.fraction() < busyRate ? 'yes' : 'no',
  )
  const fresh = new Set(await insertTexts(tx, sent, at))
  const reports = sent.map(({ id, number_id: numberId, failRate }): Report => {
    const fails = fresh.has(id) && random.fraction() < failRate
    return fails
      ? { messageId: id, numberId, status: 'failed', at, error: simulatedFailure }
      : { messageId: id, numberId, status: 'sent', at }
  })
  for (const { id: messageId, number_id: numberId, attempt: failedAttempt } of busy)
    reports.push({ messageId, numberId, status: 'failed', at, error: simulatedRush, failedAttempt })
  await reportProgress(tx, reports)
  tx.notify(textsChannel)
  return reports.length
}

function inOrderOf(taken: readonly { readonly id: number }[], claimed: readonly SentText[]): SentText[] {
  const places = new Map(taken.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: SentText) => places.get(id) ?? -1
  return claimed.toSorted((a, b) => placeOf(a) - placeOf(b))
}

async function confirmDue({ database }: Context): Promise<void> {
  await database.transaction(
    async (tx) => {
      const at = tx.now()
      const due = await holdDue(tx, at, batchMax)
      if (due.length === 0) return
      const reports = due.map(({ id, number_id: numberId }): Report => ({
        messageId: id,
        numberId,
        status: 'delivered',
        at,
      }))
      await reportProgress(tx, reports)
    },
    { planned: 'once' },
  )
}
