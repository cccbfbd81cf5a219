import type { Context } from '../../api/context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { systemAccountId } from '../account/model.ts'
import { SmsRefusal } from '../refusal.ts'
import { type NumberRow, type SmsNumber, toNumber } from './model.ts'
import { allNumbers, liveNumber } from './store.ts'

export interface OperatorNumber
  extends
    SmsNumber,
    Pick<
      NumberRow,
      | 'carrier'
      | 'workspace_id'
      | 'per_minute'
      | 'per_half_hour'
      | 'per_hour'
      | 'per_day'
      | 'outstanding_max'
      | 'cools_down'
    > {
  readonly pool: boolean
  readonly warms_up: boolean
  readonly paused_until: string | null
}

export const toOperatorNumber = (row: NumberRow, now: Date): OperatorNumber => ({
  ...toNumber(row),
  carrier: row.carrier,
  pool: row.workspace_id === null,
  workspace_id: row.workspace_id === systemAccountId ? null : row.workspace_id,
  per_minute: row.per_minute,
  per_half_hour: row.per_half_hour,
  per_hour: row.per_hour,
  per_day: row.per_day,
  outstanding_max: row.outstanding_max,
  warms_up: row.warms_up_from !== null,
  cools_down: row.cools_down,
  paused_until: row.paused_until !== null && row.paused_until > now ? row.paused_until.toISOString() : null,
})

/** Throws `number_not_found` unless the number exists and was not removed. */
export async function requireNumber(database: Queryable, id: number): Promise<NumberRow> {
  const number = await liveNumber(database, id)
  if (!number) throw new SmsRefusal('number_not_found', { numberId: id })
  return number
}

export async function listAllNumbers({ database, clock }: Context): Promise<{ numbers: OperatorNumber[] }> {
  const now = clock.now()
  return { numbers: (await allNumbers(database)).map((row) => toOperatorNumber(row, now)) }
}

/** Throws `number_not_found`, and `OperatorError` unless a key of the workspace may be bound to the number. */
export async function checkBinding(
  { database }: { readonly database: Queryable },
  workspaceId: number,
  numberId: number,
): Promise<void> {
  const number = await requireNumber(database, numberId)
  if (number.workspace_id === null || number.workspace_id === workspaceId) return
  throw new OperatorError(
    number.workspace_id === systemAccountId
      ? `Number ${numberId} is assigned to nobody. Assign it with "bureau numbers assign".`
      : `Number ${numberId} belongs to another workspace.`,
  )
}
