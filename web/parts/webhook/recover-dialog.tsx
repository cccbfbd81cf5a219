import { useState } from 'react'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { uiWords, webhookWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import type { Webhook } from './webhooks.ts'

const { recover: words } = webhookWords

const hourMs = 3_600_000
/** Deliveries are kept for 30 days. */
const spansMs = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const
type Span = keyof typeof spansMs
const spans: readonly Span[] = ['hour', 'day', 'week', 'month']

interface RecoverDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly webhook: Webhook
}

export function RecoverDialog({ open, onClose, webhook: { id } }: RecoverDialogProps) {
  const workspace = useWorkspace()
  const [span, setSpan] = useState<Span>('day')
  const send = async () => {
    const since = new Date(new Date().getTime() - spansMs[span]).toISOString()
    const { data } = await call('recoverDeliveries', { workspace: workspace.id, id, body: { since } })
    toast.say(words.sent(data.count))
    onClose()
    await invalidate(workspace.id, 'deliveries')
  }
  return (
    <Dialog open={open} onClose={onClose} title={words.title}>
      <Form onSubmit={send} wide>
        <p>{words.sentence}</p>
        <Select
          label={words.since}
          value={span}
          onChange={setSpan}
          options={spans.map((value) => ({ value, label: words.spans[value] }))}
        />
        <FormActions>
          <Button onClick={onClose}>{uiWords.cancel}</Button>
          <SubmitButton>{words.send}</SubmitButton>
        </FormActions>
      </Form>
    </Dialog>
  )
}
