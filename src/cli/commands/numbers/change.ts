import { changeNumber, type NumberChange } from '../../../sms/inventory/change-number.ts'
import { concernedBy } from '../../../sms/inventory/pool.ts'
import { requireNumber } from '../../../sms/number/operator-numbers.ts'
import { auditOperator } from '../../audit-operator.ts'
import type { CommandContext } from '../../command.ts'

/** `number.assign` when it changes who may send from the number, otherwise `number.update`. */
export const changeAudited = (context: CommandContext, id: number, change: NumberChange) =>
  context.database.transaction(async (tx) => {
    const { workspace_id: before } = await requireNumber(tx, id)
    const changed = await changeNumber(tx, context, id, change)
    const action = change.assignment ? 'number.assign' : 'number.update'
    for (const workspaceId of concernedBy(before, changed.workspace_id))
      await auditOperator(tx, action, `number:${id}`, workspaceId)
    return { ok: true, ...changed }
  })

/** Empty unless the number lost its phone. */
export const disconnectedText = ({
  phone_disconnected = false,
}: {
  readonly phone_disconnected?: boolean
}): string => (phone_disconnected ? ' Its phone was disconnected. Connect it again.' : '')

/** Empty when none failed. */
export const failedText = ({ failed = 0 }: { readonly failed?: number }): string =>
  failed === 0 ? '' : ` ${failed} queued ${failed === 1 ? 'message' : 'messages'} failed.`
