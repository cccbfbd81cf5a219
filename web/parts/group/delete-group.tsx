import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { useLast } from '../../ui/use-last.ts'
import { groupWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import type { Group } from './groups.ts'

interface DeleteGroupProps {
  /** Undefined: the dialog is closed. */
  readonly group: Group | undefined
  readonly onClose: () => void
  readonly onDeleted?: () => unknown
}

export function DeleteGroup({ group, onClose, onDeleted }: DeleteGroupProps) {
  const workspace = useWorkspace()
  const shown = useLast(group)
  const remove = async () => {
    if (!group) return
    await call('sms.deleteGroup', { workspace: workspace.id, id: group.id })
    toast.say(groupWords.deleted(group.name))
    await onDeleted?.()
    await invalidate(workspace.id, 'groups')
  }
  return (
    <ConfirmDialog
      open={group !== undefined}
      onClose={onClose}
      title={groupWords.deleteTitle(shown?.name ?? '')}
      verb={groupWords.remove}
      onConfirm={remove}
    >
      {shown && <p>{groupWords.deleteStops(shown.number, shown.members.length)}</p>}
      <p>{groupWords.deleteKeeps}</p>
    </ConfirmDialog>
  )
}
