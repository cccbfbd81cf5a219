import type { Context } from '../../../api/context.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { queueChannel, type Report } from '../../queue/model.ts'
import { reportProgress } from '../../queue/report-progress.ts'
import type { PhoneRow } from '../phone/store.ts'
import { parseItemId, type PhoneReport } from './model.ts'
import { attemptsMax, ownTime, type Verdict, verdictOf } from './rules.ts'
import { dropSettled, holdReported, noteReported, renewItems, type ReportedItem } from './store.ts'

type Phone = Pick<PhoneRow, 'number_id' | 'clock_ahead_seconds' | 'device_id'>

/** What is known of a message that a phone cannot tell of, because another one was given it. */
const outcomeUnknown = {
  code: 'outcome_unknown',
  message: 'The phone that was given the message does not tell whether it sent it.',
}

/**
 * Applies what a phone reports of its messages, in any order and any number of times. Ids that the phone was not given
 * change nothing.
 */
export async function applyReports(
  { database, clock, signals }: Pick<Context, 'database' | 'clock' | 'signals'>,
  phone: Phone,
  reports: readonly PhoneReport[],
): Promise<void> {
  const about = new Map(
    reports.flatMap((report) => {
      const named = parseItemId(report.id)
      return named ? [[named.id, { attempt: named.attempt, verdict: verdictOf(report) }] as const] : []
    }),
  )
  if (about.size === 0) return
  const now = clock.now()
  await database.transaction(async (tx) => {
    const held = await holdReported(tx, phone.number_id, [...about.keys()])
    const told = held.flatMap((item) => {
      const report = about.get(item.id)
      return report ? [{ item, ...report }] : []
    })
    const current = told.filter(({ item, attempt }) => attempt === item.attempt)
    const renewed = current.filter((each) => mayRenew(each, phone, now)).map(({ item }) => item.id)
    const reported = told.filter(({ item }) => !renewed.includes(item.id))
    const changed = await progress(tx, reported, phone, now)
    if (renewed.length > 0) await renewItems(tx, renewed)
    await noteReported(
      tx,
      reported.filter((each) => current.includes(each)).map(({ item }) => item.id),
      now,
    )
    await dropSettled(
      tx,
      reported.map(({ item }) => item.id),
    )
    // The phone has room for more, or an item under a new id.
    if (changed > 0 || renewed.length > 0) tx.afterCommit(() => signals.publish(queueChannel))
  })
}

interface Told {
  readonly item: ReportedItem
  readonly attempt: number
  readonly verdict: Verdict
}

/** Whether a phone that says "too late" gets the message anew: only the one that had it knows that it did not send it. */
const mayRenew = ({ item, attempt, verdict }: Told, phone: Phone, now: Date): boolean =>
  verdict.kind === 'expired' &&
  item.status === 'sending' &&
  item.listedAt !== null &&
  item.deviceId === phone.device_id &&
  item.expiresAt !== null &&
  item.expiresAt > now &&
  attempt < attemptsMax

/** Moves the messages forward, first to `sent`, so that both times are kept. Returns how many changed. */
async function progress(
  tx: Transaction,
  told: readonly Told[],
  { number_id: numberId, clock_ahead_seconds: clockAheadSeconds, device_id: deviceId }: Phone,
  now: Date,
): Promise<number> {
  const stepsOf = ({ item, attempt, verdict }: Told): readonly Report[] => {
    const at = (time: Date | undefined) => ownTime(time, { takenAt: item.takenAt, now, clockAheadSeconds })
    const base = { messageId: item.id, numberId }
    switch (verdict.kind) {
      case 'underway':
        return []
      case 'sent':
        return [{ ...base, status: 'sent', at: at(verdict.sentAt) }]
      case 'delivered':
        return [
          { ...base, status: 'sent', at: at(verdict.sentAt ?? verdict.at) },
          { ...base, status: 'delivered', at: at(verdict.at) },
        ]
      case 'failed':
        // An earlier id that failed says nothing of the one that the phone has now.
        return item.attempt !== null && attempt !== item.attempt
          ? []
          : [{ ...base, status: 'failed', at: at(verdict.at), error: verdict.error }]
      case 'expired':
        if (item.attempt === null || attempt !== item.attempt || item.status !== 'sending') return []
        return item.deviceId === deviceId
          ? [{ ...base, status: 'expired', at: at(verdict.at) }]
          : [{ ...base, status: 'failed', at: at(verdict.at), error: outcomeUnknown }]
    }
  }
  const steps = told.map(stepsOf)
  const first = await reportProgress(
    tx,
    steps.flatMap((each) => each.slice(0, 1)),
  )
  const second = await reportProgress(
    tx,
    steps.flatMap((each) => each.slice(1)),
  )
  return first + second
}
