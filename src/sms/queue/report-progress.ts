import type { Transaction } from '../../platform/database/database.ts'
import type { MessageError } from '../message/model.ts'
import { advance } from '../message/rules.ts'
import { coolsDownUntil, withOutcomes } from '../number/send-rate-rules.ts'
import { holdFailing, pauseNumbers, writeFailures } from '../number/send-rate-store.ts'
import type { Report } from './model.ts'
import { attemptAgainAt } from './rules.ts'
import {
  type RetryLater,
  forgetRetries,
  holdHanded,
  type ReportedMessage,
  type StatusChange,
  writeRetries,
  writeStatusChanges,
} from './store.ts'
import { tellMessages } from './tell-messages.ts'

const unexplained = { code: 'failed', message: 'The phone or carrier could not send the message.' }

/** One report a message. Ignores late and repeated reports, and those by other numbers. Returns the changes. */
export async function reportProgress(tx: Transaction, reports: readonly Report[]): Promise<number> {
  const about = new Map(reports.map((report) => [report.messageId, report]))
  const held = await holdHanded(tx, [...about.keys()])
  const steps: StatusChange[] = []
  const delays: RetryLater[] = []
  for (const message of held) {
    const report = about.get(message.id)
    if (report === undefined || report.numberId !== message.numberId) continue
    const change = changeOf(message, report, tx.now())
    if (change && 'dueAt' in change) delays.push(change)
    else if (change) steps.push(change)
  }
  const changed = new Set([...steps, ...delays].map(({ id }) => id))
  tellMessages(
    tx,
    held.filter(({ id }) => changed.has(id)),
  )
  if (steps.length > 0) await writeStatusChanges(tx, steps)
  if (delays.length > 0) await writeRetries(tx, delays)
  const over = held.filter(({ id, attempts }) => attempts > 0 && steps.some((step) => step.id === id))
  if (over.length > 0)
    await forgetRetries(
      tx,
      over.map(({ id }) => id),
    )
  if (steps.some(({ status }) => status === 'failed') || held.some(({ hasFailures }) => hasFailures))
    await coolDown(tx, steps)
  return steps.length
}

function changeOf(
  message: ReportedMessage,
  report: Report,
  now: Date,
): StatusChange | RetryLater | undefined {
  const status = advance(message.status, report.status)
  if (status === undefined) return undefined
  const error = status === 'failed' ? (report.error ?? unexplained) : undefined
  if (report.failedAttempt !== undefined && message.status === 'sending') {
    // A repeated report, or one about an earlier attempt.
    if (message.dueAt !== null || report.failedAttempt !== message.attempts + 1) return undefined
    const dueAt = attemptAgainAt(report.failedAttempt, message.expiresAt, now)
    if (dueAt)
      return {
        ...idsOf(message),
        dueAt,
        at: report.at,
        attempts: report.failedAttempt,
        detail: detailOf(error),
      }
  }
  return { ...idsOf(message), status, at: report.at, error: error ?? null }
}

const idsOf = ({ id, numberId }: ReportedMessage) => ({ id, numberId })

const detailOf = (error: MessageError | undefined): string | null =>
  error ? `${error.code}: ${error.message}` : null

async function coolDown(tx: Transaction, steps: readonly StatusChange[]): Promise<void> {
  const outcomes = steps.filter(({ status }) => status === 'sent' || status === 'failed')
  if (outcomes.length === 0) return
  const failing = outcomes.filter(({ status }) => status === 'failed').map(({ numberId }) => numberId)
  const ofNumber = Map.groupBy(outcomes, ({ numberId }) => numberId)
  for (const number of await holdFailing(tx, [...ofNumber.keys()], failing)) {
    const failed = (ofNumber.get(number.id) ?? []).map(({ status }) => status === 'failed')
    const recentFailures = withOutcomes(number.recentFailures, failed)
    const until = coolsDownUntil(recentFailures, tx.now())
    await writeFailures(tx, number.id, until ? 0 : recentFailures)
    if (until) await pauseNumbers(tx, [{ numberId: number.id, until, reason: 'failures' }])
  }
}
