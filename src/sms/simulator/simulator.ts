import type { Context } from '../../api/context.ts'
import { defineLoop } from '../../api/loop.ts'
import { claimForCarrier } from '../queue/claim-messages.ts'
import { type Report, queueChannel } from '../queue/model.ts'
import { reportProgress } from '../queue/report-progress.ts'
import { holdClaimed, holdDue, insertTexts, nextDue } from './store.ts'

/*
 * The simulator carrier: virtual phones in place of real ones. A run lets the phones claim messages, puts claimed
 * texts into the phones (sending -> sent or failed) and confirms those that are due (sent -> delivered). Each step is a
 * transaction and all state is in tables, so after a crash the next run continues where the last one stopped: the
 * status shows what was claimed and not yet put into a phone, and the key of sms.simulated_text prevents duplicates.
 * Several processes may do this concurrently, because each locks the rows that it works on.
 */

/** What wakes the loop is a notice; this is for one that was lost. */
const pollMs = 5000
const batchMax = 500

const simulatedFailure = {
  code: 'simulated_failure',
  message: 'The simulator is set to let this share of texts fail.',
}

/** Runs the virtual phones of all simulator numbers. */
export const simulatePhones = defineLoop({
  name: 'simulate-phones',
  wokenBy: queueChannel,
  pauseMsMax: pollMs,
  run: simulate,
})

/** One run of all virtual phones; returns the milliseconds until the next one is due. */
export async function simulate(context: Context): Promise<number> {
  const claimed = await claimForCarrier(context, 'simulator')
  const handed = await handOver(context)
  const delivered = await confirmDue(context)
  if (claimed.length > 0 || handed > 0 || delivered === batchMax) return 0
  const due = await nextDue(context.database, context.clock.now())
  return due === null ? pollMs : Math.max(0, due.getTime() - context.clock.now().getTime())
}

async function handOver({ database, clock, random }: Context): Promise<number> {
  return database.transaction(async (tx) => {
    const claimed = await holdClaimed(tx, batchMax)
    if (claimed.length === 0) return 0
    const at = clock.now()
    const fresh = new Set(await insertTexts(tx, claimed, at))
    const reports = claimed.map(({ id, number_id: numberId, failRate }): Report => {
      const fails = fresh.has(id) && random.fraction() < failRate
      return fails
        ? { messageId: id, numberId, status: 'failed', at, error: simulatedFailure }
        : { messageId: id, numberId, status: 'sent', at }
    })
    return reportProgress(tx, reports)
  })
}

async function confirmDue({ database, clock }: Context): Promise<number> {
  return database.transaction(async (tx) => {
    const at = clock.now()
    const due = await holdDue(tx, at, batchMax)
    if (due.length === 0) return 0
    const reports = due.map(({ id, number_id: numberId }): Report => ({
      messageId: id,
      numberId,
      status: 'delivered',
      at,
    }))
    return reportProgress(tx, reports)
  })
}
