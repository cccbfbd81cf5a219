import { useState } from 'react'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { webhookWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import styles from './replacement.module.css'
import { lockedReason, useWebhooks } from './webhooks.ts'

const { rotate: words } = webhookWords

interface ReplacementProps {
  /** The ID of the webhook that goes. */
  readonly old: number
  readonly onDone: () => unknown
}

/** The second half of a rotation: the old webhook goes once the receiver accepts the new secret. */
export function Replacement({ old: id, onDone }: ReplacementProps) {
  const workspace = useWorkspace()
  const webhooks = useWebhooks(workspace.id)
  const [busy, setBusy] = useState(false)
  const old = webhooks.data?.find((webhook) => webhook.id === id)
  if (!old) return null
  const remove = async () => {
    setBusy(true)
    try {
      await call('files.deleteWebhook', { workspace: workspace.id, id })
      toast.say(words.finished)
      await onDone()
      await invalidate(workspace.id, 'webhooks')
    } catch (error) {
      toast.fail(error)
      setBusy(false)
    }
  }
  return (
    <section className={styles.replacement}>
      <p>
        {words.pending(id)} {words.next}
      </p>
      <Button busy={busy} disabledReason={lockedReason(workspace)} onClick={() => void remove()}>
        {words.finish}
      </Button>
    </section>
  )
}
