import type { Transaction } from '../../platform/database/database.ts'
import { advance } from '../message/rules.ts'
import { coolsDownUntil, remembered } from '../number/pace-rules.ts'
import { holdFailing, pauseNumbers, writeFailures } from '../number/pace-store.ts'
import type { Report } from './model.ts'
import { holdHanded, type Step, writeSteps } from './store.ts'

/** The error of a failure without a reason from the carrier. */
const unexplained = { code: 'failed', message: 'The phone or carrier could not send the message.' }

/**
 * Applies the reports of phones and carriers, one report a message. Late, repeated and foreign reports change nothing.
 * Returns how many messages changed.
 */
export async function reportProgress(tx: Transaction, reports: readonly Report[]): Promise<number> {
  const about = new Map(reports.map((report) => [report.messageId, report]))
  const held = await holdHanded(tx, [...about.keys()])
  const steps = held.flatMap((message): Step[] => {
    const report = about.get(message.id)
    if (report === undefined || report.numberId !== message.number_id) return []
    const status = advance(message.status, report.status)
    if (status === undefined) return []
    const error = status === 'failed' ? (report.error ?? unexplained) : undefined
    return [
      {
        id: message.id,
        numberId: message.number_id,
        status,
        at: report.at,
        errorCode: error?.code ?? null,
        errorMessage: error?.message ?? null,
      },
    ]
  })
  if (steps.length > 0) await writeSteps(tx, steps)
  await coolDown(tx, steps)
  return steps.length
}

/** Lets numbers pause that failed too often of late. */
async function coolDown(tx: Transaction, steps: readonly Step[]): Promise<void> {
  const outcomes = steps.filter(({ status }) => status === 'sent' || status === 'failed')
  if (outcomes.length === 0) return
  const failing = outcomes.filter(({ status }) => status === 'failed').map(({ numberId }) => numberId)
  const ofNumber = Map.groupBy(outcomes, ({ numberId }) => numberId)
  for (const number of await holdFailing(tx, [...ofNumber.keys()], failing)) {
    const failed = (ofNumber.get(number.id) ?? []).map(({ status }) => status === 'failed')
    const recentFailures = remembered(number.recentFailures, failed)
    const until = coolsDownUntil(recentFailures, tx.now())
    // It begins anew after the pause.
    await writeFailures(tx, number.id, until ? 0 : recentFailures)
    if (until) await pauseNumbers(tx, [{ numberId: number.id, until }])
  }
}
