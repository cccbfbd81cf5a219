import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { webhookWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import type { Webhook } from './webhooks.ts'

const { remove: words } = webhookWords

interface DeleteWebhookProps {
  /** Undefined: the dialog is closed. */
  readonly webhook: Webhook | undefined
  readonly onClose: () => void
  readonly onDeleted?: () => unknown
}

export function DeleteWebhook({ webhook, onClose, onDeleted }: DeleteWebhookProps) {
  const workspace = useWorkspace()
  const remove = async () => {
    if (!webhook) return
    await call('files.deleteWebhook', { workspace: workspace.id, id: webhook.id })
    toast.say(words.done)
    await onDeleted?.()
    await invalidate(workspace.id, 'webhooks')
  }
  return (
    <ConfirmDialog
      open={webhook !== undefined}
      onClose={onClose}
      title={words.title(webhook?.name ?? '')}
      verb={words.action}
      onConfirm={remove}
    >
      {webhook && <p>{words.sentence(new URL(webhook.url).host)}</p>}
    </ConfirmDialog>
  )
}
