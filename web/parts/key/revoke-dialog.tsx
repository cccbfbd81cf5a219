import { call, type Data } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { keyWords } from '../../words/words.ts'
import { useSession } from '../session/session.ts'

interface RevokeDialogProps {
  readonly workspace: string
  /** Undefined: closed. */
  readonly of: Data<'getKey'> | undefined
  readonly onClose: () => void
}

/** Revoke name? */
export function RevokeDialog({ workspace, of: key, onClose }: RevokeDialogProps) {
  const isLogged = useSession().installation.request_log_days > 0
  const revoke = async () => {
    if (!key) return
    await call('deleteKey', { workspace, id: key.id })
    await invalidate(workspace, 'keys')
    toast.say(keyWords.revoked(key.name))
  }
  return (
    <ConfirmDialog
      open={key !== undefined}
      onClose={onClose}
      title={keyWords.revokeTitle(key?.name ?? '')}
      verb={keyWords.revoke}
      onConfirm={revoke}
    >
      {key && <p>{isLogged ? keyWords.stops(key.requests_24h) : keyWords.unknownUse}</p>}
      <p>{keyWords.forGood}</p>
    </ConfirmDialog>
  )
}
