import type { Transaction } from '../../platform/database/database.ts'
import { advance } from '../message/rules.ts'
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
        status,
        at: report.at,
        errorCode: error?.code ?? null,
        errorMessage: error?.message ?? null,
      },
    ]
  })
  if (steps.length > 0) await writeSteps(tx, steps)
  return steps.length
}
