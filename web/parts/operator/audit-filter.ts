import type { Input } from '../../api/call.ts'

/** In the URL. */
export interface AuditFilter {
  readonly user?: number
  readonly workspace?: number
  readonly action?: string
  /** `2026-05-04`, in the time zone of the browser; both days count. */
  readonly from?: string
  readonly to?: string
}

const day = /^\d{4}-\d\d-\d\d$/

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && day.test(value) && !Number.isNaN(Date.parse(value))

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** Whatever else the URL has is dropped. */
export const parseFilter = ({
  user,
  workspace,
  action,
  from,
  to,
}: Readonly<Record<string, unknown>>): AuditFilter => ({
  ...(isId(user) && { user }),
  ...(isId(workspace) && { workspace }),
  ...(typeof action === 'string' && action !== '' && action.length <= 100 && { action }),
  ...(isDay(from) && { from }),
  ...(isDay(to) && { to }),
})

/** Midnight of the browser's time zone, `days` later. */
function midnight(date: string, days = 0): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, dayOfMonth + days).toISOString()
}

export const queryOf = ({
  user,
  workspace,
  action,
  from,
  to,
}: AuditFilter): NonNullable<Input<'listInstallationAudit'>['query']> => ({
  ...(user !== undefined && { user_id: user }),
  ...(workspace !== undefined && { workspace_id: workspace }),
  ...(action !== undefined && { action }),
  ...(from !== undefined && { from: midnight(from) }),
  ...(to !== undefined && { to: midnight(to, 1) }),
})
