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
 * The simulator carrier: virtual phones in place of real ones. One loop lets the phones claim messages and puts the texts into
 * them (queued -> sending -> sent or failed), in one transaction, because a virtual phone is a table. The other confirms those
 * that are due (sent -> delivered), so that texts do not wait for confirmations. All state is in tables, so after a crash
 * the next run continues where the last one stopped, and the key of sms.simulated_text prevents duplicates. Several processes
 * may do this concurrently, because each locks the rows that it works on.
 */

/** What wakes the loops is a notice; this is for one that was lost. */
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

/** Lets all virtual phones take what waits for them. */
export const handOverTexts = defineLoop({
  name: 'hand-over-texts',
  wokenBy: queueChannel,
  pauseMsMax: pollMs,
  async run(context) {
    return context.database.transaction(
      async (tx) => {
        // Each send wakes the loop: one look is what it costs while no phone can take anything.
        const { ready, at } = await nextHandover(tx, tx.now())
        return ready && (await handOver(tx, context)) > 0 ? 0 : untilDue(context, at)
      },
      { planned: 'once' },
    )
  },
})

/** Confirms the texts of all virtual phones after their delay. */
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

/** Claims and hands over; returns how many texts the phones were given. */
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
  tx.publish(textsChannel)
  return reports.length
}

/** As the claim took them: the operator's first, then one of each account in turn. What an earlier run left goes before. */
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
