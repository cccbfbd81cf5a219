import { quoted } from '../../platform/quoted.ts'
import { parseRecipient } from '../phone.ts'
import { problem } from '../problems.ts'
import type { Status } from './model.ts'

export type ReportedStatus = 'sent' | 'delivered' | 'failed' | 'expired' | 'cancelled'

/**
 * Undefined when nothing changes. Statuses only go forward and final ones stay, so late and repeated reports are harmless.
 * A delivery report may arrive first, so `sending` may become `delivered`.
 */
export function advance(current: Status, reported: ReportedStatus): ReportedStatus | undefined {
  if (current === 'sending') return reported
  if (current === 'sent' && reported !== 'sent' && reported !== 'cancelled') return reported
  return undefined
}

/** The distinct E.164 numbers of `to`, in order. Throws `invalid_number` that names all invalid entries. */
export function recipientsOf(to: string | readonly string[]): readonly string[] {
  const entries = typeof to === 'string' ? [to] : to
  const phones = entries.map(parseRecipient)
  const wrong = entries.filter((_, index) => phones[index] === undefined)
  if (wrong.length > 0) {
    const named = wrong.map((entry) => quoted(entry, 40)).join(', ')
    throw problem.invalid_number({ message: `These are not phone numbers that can be texted: ${named}.` })
  }
  return [...new Set(phones.filter((phone) => phone !== undefined))]
}
