import type { Input } from '../../api/call.ts'
import { requestWords } from '../../words/words.ts'

type Query = NonNullable<Input<'listRequests'>['query']>
type Status = NonNullable<Query['status']>

/** The filters and the open details, as the URL has them. */
export interface RequestSearch {
  readonly key?: number | undefined
  readonly status?: Status | undefined
  /** The request ID to find. */
  readonly q?: string | undefined
  /** The request ID of the open details. */
  readonly open?: string | undefined
}

const { any, ...statuses } = requestWords.statuses

export const statusOptions = [
  { value: 'any', ...any },
  ...Object.entries(statuses).map(([value, words]) => ({ value: value as Status, ...words })),
] as const

const isStatus = (value: unknown): value is Status => typeof value === 'string' && value in statuses

const textIn = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? String(value).slice(0, 100)
    : undefined

export function searchOf({ key, status, q, open }: Record<string, unknown>): RequestSearch {
  const [typed, shown] = [textIn(q), textIn(open)]
  return {
    ...(typeof key === 'number' && key > 0 && Number.isInteger(key) && { key }),
    ...(isStatus(status) && { status }),
    ...(typed !== undefined && { q: typed }),
    ...(shown !== undefined && { open: shown }),
  }
}

export const isFiltered = ({ key, status, q }: RequestSearch): boolean =>
  key !== undefined || status !== undefined || q !== undefined

export const queryOf = ({ key, status, q }: RequestSearch): Query => ({
  ...(key !== undefined && { key_id: key }),
  ...(status && { status }),
  ...(q !== undefined && { request_id: q }),
})
