import type { Assignment, Replaced } from '../../../sms/inventory/pool.ts'
import { UsageError } from '../../parse.ts'
import { id } from '../../value.ts'

export const assignmentOptions = {
  pool: { value: 'flag', description: 'any workspace with SMS may send from it' },
  workspace: { value: id, description: 'only this workspace may send from it' },
} as const

export function assignmentOf(input: {
  readonly pool: boolean
  readonly workspace: number | undefined
}): Assignment {
  if (input.pool === (input.workspace !== undefined))
    throw new UsageError('Give either --pool or --workspace ID.')
  return input.workspace === undefined ? { pool: true } : { workspaceId: input.workspace }
}

export const takenOutText = ({ taken_out: takenOut = [] }: Replaced): string =>
  takenOut
    .map(
      ({ id: numberId, number }) =>
        `\nThe simulated number ${numberId}, ${number}, left the pool: the pool is for real numbers now.`,
    )
    .join('')
