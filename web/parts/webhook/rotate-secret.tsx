import { useState } from 'react'
import { call, type Data } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { webhookWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import { SecretDialog } from './secret-dialog.tsx'
import type { Subscription, Webhook } from './webhooks.ts'

const { rotate: words } = webhookWords

interface RotateSecretProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly webhook: Webhook
  /** With the ID of the twin, once its secret is saved. */
  readonly onCreated: (twin: number) => unknown
}

/** Creates a webhook with the same settings and a new secret. The old one is deleted later, on the page of the twin. */
export function RotateSecret({ open, onClose, webhook, onCreated }: RotateSecretProps) {
  const workspace = useWorkspace()
  const [created, setCreated] = useState<Data<'files.createWebhook'>>()
  const { name, url, events, active } = webhook
  const create = async () => {
    const body = { name, url, events: events as Subscription, active }
    const { data } = await call('files.createWebhook', { workspace: workspace.id, body })
    setCreated(data)
  }
  const finish = async () => {
    if (created) await onCreated(created.webhook.id)
    setCreated(undefined)
    await invalidate(workspace.id, 'webhooks')
  }
  return (
    <>
      <ConfirmDialog
        open={open && !created}
        onClose={onClose}
        title={words.title}
        verb={words.create}
        onConfirm={create}
        danger={false}
      >
        <p>{words.sentence}</p>
      </ConfirmDialog>
      <SecretDialog secret={created?.secret} onSaved={() => void finish()} />
    </>
  )
}
