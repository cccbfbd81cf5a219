import type { Transaction } from '../../../../platform/database/database.ts'
import type { PhoneRow } from '../phone/store.ts'
import type { PartReport } from './model.ts'
import { noteParts } from './parts-store.ts'
import { type ReportedOutcome, outcomeOf } from './rules.ts'
import type { ReportedItem } from './store.ts'

/** The app says `Delivered` when one part is. The message is delivered when all are; one failed part fails it. */
export async function outcomeOfWhole(
  tx: Transaction,
  item: ReportedItem,
  report: PartReport,
  { clock_ahead_seconds: clockAheadSeconds }: Pick<PhoneRow, 'clock_ahead_seconds'>,
  now: Date,
): Promise<ReportedOutcome> {
  const { partsCount, deliveredPart } = report
  const outcome = outcomeOf(report)
  const isOver = item.status !== 'sending' && item.status !== 'sent'
  const isNews = (partsCount ?? item.parts) !== item.parts || (deliveredPart !== undefined && item.parts > 1)
  if (isOver || outcome.kind === 'failed') return outcome
  const ofPart: ReportedOutcome =
    outcome.kind === 'delivered' && item.parts > 1
      ? { kind: 'sent', sentAt: outcome.sentAt ?? outcome.at }
      : outcome
  if (!isNews) return ofPart
  // By the clock of the phone, like all reported times.
  const toldAt = outcome.kind === 'delivered' ? outcome.at : undefined
  const at = toldAt ?? new Date(now.getTime() + clockAheadSeconds * 1000)
  const known = await noteParts(
    tx,
    {
      messageId: item.id,
      parts: partsCount,
      delivered: deliveredPart === undefined ? undefined : { postId: deliveredPart, at },
    },
    now,
  )
  if (known.deliveredAt === null || known.delivered < (known.parts ?? item.parts)) return ofPart
  const sentAt = outcome.kind === 'sent' ? outcome.sentAt : undefined
  return { kind: 'delivered', sentAt, at: known.deliveredAt }
}
