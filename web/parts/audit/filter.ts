import type { Input } from '../../api/call.ts'

/** In the URL. */
export interface AuditFilter {
  readonly user?: number | undefined
  readonly action?: string | undefined
  /** `2026-05-04`, in the time zone of the browser; both days count. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const day = /^\d{4}-\d\d-\d\d$/

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && day.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

/** The router keeps what is left out, so each name is there. */
export const parseFilter = ({ user, action, from, to }: Readonly<Record<string, unknown>>): AuditFilter => ({
  user: Number.isSafeInteger(user) && Number(user) > 0 ? Number(user) : undefined,
  action: typeof action === 'string' && action !== '' && action.length <= 100 ? action : undefined,
  from: dayOf(from),
  to: dayOf(to),
})

export const isFiltered = (filter: AuditFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)

/** Midnight of the browser's time zone, `days` later. */
function midnight(date: string, days = 0): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, dayOfMonth + days).toISOString()
}

export const queryOf = ({
  user,
  action,
  from,
  to,
}: AuditFilter): NonNullable<Input<'listAudit'>['query']> => ({
  user_id: user,
  action,
  from: from && midnight(from),
  to: to && midnight(to, 1),
})
