import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { shareWords as words } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import { turnOff } from './save-share.ts'

interface TurnOffDialogProps {
  /** Undefined: closed. */
  readonly item: { readonly id: string; readonly name: string } | undefined
  readonly onClose: () => void
}

/** There is no way back: a password cannot be restored. */
export function TurnOffDialog({ item, onClose }: TurnOffDialogProps) {
  const { id: workspace } = useWorkspace()
  const { id = '', name = '' } = item ?? {}
  return (
    <ConfirmDialog
      open={item !== undefined}
      onClose={onClose}
      title={words.turnOffTitle(name)}
      verb={words.turnOff}
      onConfirm={async () => {
        await turnOff(workspace, id)
        toast.say(words.turnedOff(name))
      }}
    >
      <p>{words.turnOffStops}</p>
    </ConfirmDialog>
  )
}
