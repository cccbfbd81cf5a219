import type { Input } from '../../api/call.ts'
import { idIn, oneOf, textIn } from '../operator/search-params.ts'
import type { TextStatus } from '../message/thread.ts'

export const directions = ['in', 'out'] as const
export const textStatuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'expired',
  'cancelled',
  'received',
] as const satisfies readonly TextStatus[]

/** In the URL of the search for texts. */
export interface TextFilter {
  /** A part of a text. */
  readonly q?: string | undefined
  readonly direction?: (typeof directions)[number] | undefined
  readonly status?: TextStatus | undefined
  readonly number?: number | undefined
  /** `2026-05-04`, in the time zone of the browser; both days count. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const day = /^\d{4}-\d\d-\d\d$/

const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && day.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

export const textFilterIn = (found: Readonly<Record<string, unknown>>): TextFilter => ({
  q: textIn(found['q']),
  direction: oneOf(directions, found['direction']),
  status: oneOf(textStatuses, found['status']),
  number: idIn(found['number']),
  from: dayIn(found['from']),
  to: dayIn(found['to']),
})

export const isFiltered = (filter: TextFilter): boolean =>
  [filter.q, filter.direction, filter.status, filter.number, filter.from, filter.to].some(
    (value) => value !== undefined,
  )

/** Midnight of the browser's time zone, `days` later. */
function midnight(date: string, days = 0): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, dayOfMonth + days).toISOString()
}

export const queryOf = (filter: TextFilter): NonNullable<Input<'searchMessages'>['query']> => ({
  q: filter.q,
  direction: filter.direction,
  status: filter.status,
  number_id: filter.number,
  from: filter.from && midnight(filter.from),
  to: filter.to && midnight(filter.to, 1),
})
