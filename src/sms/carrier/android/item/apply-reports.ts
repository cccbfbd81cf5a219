import type { Context } from '../../../../api/context.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { pauseNumbers } from '../../../number/send-rate-store.ts'
import { type Report } from '../../../queue/model.ts'
import { queueChannel } from '../../../lanes.ts'
import { reportProgress } from '../../../queue/report-progress.ts'
import type { PhoneRow } from '../phone/store.ts'
import { parseItemId, type PartReport } from './model.ts'
import { dropParts } from './parts-store.ts'
import { attemptsMax, isLimitOver, mayTryLater, ownTime, type ReportedOutcome } from './rules.ts'
import {
  dropSettled,
  holdReported,
  noteReported,
  renewDelayed,
  renewItems,
  type ReportedItem,
} from './store.ts'
import { outcomeOfWhole } from './message-outcome.ts'

type Phone = Pick<PhoneRow, 'number_id' | 'clock_ahead_seconds' | 'device_id'>

const outcomeUnknown = {
  code: 'outcome_unknown',
  message: 'The phone did not report whether it sent the message.',
}

/** Applies the reports of a phone, in any order and any number of times. Ignores ids that the phone was not given. */
export async function applyReports(
  { database, clock, notifications }: Pick<Context, 'database' | 'clock' | 'notifications'>,
  phone: Phone,
  reports: readonly PartReport[],
): Promise<void> {
  const about = new Map(
    reports.flatMap((report) => {
      const named = parseItemId(report.id)
      return named ? [[named.id, { attempt: named.attempt, report }] as const] : []
    }),
  )
  if (about.size === 0) return
  const now = clock.now()
  await database.transaction(async (tx) => {
    const held = await holdReported(tx, phone.number_id, [...about.keys()])
    const outcomes: ItemOutcome[] = []
    for (const item of held) {
      const named = about.get(item.id)
      if (!named) continue
      const outcome = await outcomeOfWhole(tx, item, named.report, phone, now)
      outcomes.push({ item, attempt: named.attempt, outcome })
    }
    const current = outcomes.filter(({ item, attempt }) => attempt === item.attempt && item.listedAt !== null)
    const renewed = idsOf(current.filter((each) => mayRenew(each, phone, now)))
    const reported = outcomes.filter(({ item }) => !renewed.includes(item.id))
    const changed = await progress(tx, reported, phone, now)
    const own = current.filter((each) => isOwn(each, phone))
    const noted = idsOf(reported.filter((each) => current.includes(each)))
    const later = idsOf(current.filter((each) => triesLater(each, phone, now)))
    const long = idsOf(reported.filter(({ item }) => item.parts > 1))
    await Promise.all([
      pauseFor(tx, own, phone, now),
      noteReported(tx, noted, now),
      later.length > 0 && renewDelayed(tx, later),
      renewed.length > 0 && renewItems(tx, renewed),
      dropSettled(tx, idsOf(reported)),
      long.length > 0 && dropParts(tx, long),
    ])
    if (changed > 0 || renewed.length > 0) tx.afterCommit(() => notifications.notify(queueChannel))
  })
}

interface ItemOutcome {
  readonly item: ReportedItem
  readonly attempt: number
  readonly outcome: ReportedOutcome
}

const idsOf = (outcomes: readonly ItemOutcome[]): readonly number[] => outcomes.map(({ item }) => item.id)

/** Only the phone that was given the message knows that it did not send it. */
const isOwn = ({ item }: ItemOutcome, phone: Phone): boolean =>
  item.status === 'sending' && item.listedAt !== null && item.deviceId === phone.device_id

/** Whether a phone that reports "too late" gets the message again: only if the limit was ours. */
const mayRenew = (each: ItemOutcome, phone: Phone, now: Date): boolean =>
  each.outcome.kind === 'expired' &&
  isOwn(each, phone) &&
  isLimitOver(each.item, now) &&
  each.item.expiresAt !== null &&
  each.item.expiresAt > now &&
  each.attempt < attemptsMax

const triesLater = (each: ItemOutcome, phone: Phone, now: Date): boolean =>
  each.outcome.kind === 'failed' && isOwn(each, phone) && mayTryLater(each.outcome.failure, each.item, now)

async function pauseFor(
  tx: Transaction,
  outcomes: readonly ItemOutcome[],
  { number_id: numberId }: Phone,
  now: Date,
): Promise<void> {
  const pausesMs = outcomes.map(({ outcome }) => (outcome.kind === 'failed' && outcome.failure.pauseMs) || 0)
  const pauseMs = Math.max(0, ...pausesMs)
  if (pauseMs === 0) return
  await pauseNumbers(tx, [{ numberId, until: new Date(now.getTime() + pauseMs), reason: 'phone' }])
}

/** Reports `sent` first, so that both times are kept. Returns how many messages changed. */
async function progress(
  tx: Transaction,
  outcomes: readonly ItemOutcome[],
  phone: Phone,
  now: Date,
): Promise<number> {
  const { number_id: numberId, clock_ahead_seconds: clockAheadSeconds, device_id: deviceId } = phone
  const stepsOf = (each: ItemOutcome): readonly Report[] => {
    const { item, attempt, outcome } = each
    const at = (time: Date | undefined) => ownTime(time, { takenAt: item.takenAt, now, clockAheadSeconds })
    const base = { messageId: item.id, numberId }
    switch (outcome.kind) {
      case 'underway':
        return []
      case 'sent':
        return [{ ...base, status: 'sent', at: at(outcome.sentAt) }]
      case 'delivered':
        return [
          { ...base, status: 'sent', at: at(outcome.sentAt ?? outcome.at) },
          { ...base, status: 'delivered', at: at(outcome.at) },
        ]
      case 'failed':
        // An earlier attempt that failed says nothing about the current one.
        if (item.attempt !== null && (attempt !== item.attempt || item.listedAt === null)) return []
        return [
          {
            ...base,
            status: 'failed',
            at: at(outcome.at),
            error: outcome.failure.error,
            ...(triesLater(each, phone, now) && { failedAttempt: item.delays + 1 }),
          },
        ]
      case 'expired':
      case 'cancelled':
        if (item.attempt === null || attempt !== item.attempt || item.status !== 'sending') return []
        return item.deviceId === deviceId
          ? [{ ...base, status: outcome.kind, at: at(outcome.at) }]
          : [{ ...base, status: 'failed', at: at(outcome.at), error: outcomeUnknown }]
    }
  }
  const steps = outcomes.map(stepsOf)
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
