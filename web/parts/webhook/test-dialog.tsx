import { useState } from 'react'
import { call, type Input } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { uiWords, webhookWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import type { Webhook } from './webhooks.ts'

const { test: words } = webhookWords

type SampleEvent = Input<'testWebhook'>['body']['event']

/** Those that Bureau sends. */
const samples: readonly SampleEvent[] = [
  'file.created',
  'folder.created',
  'file.renamed',
  'file.moved',
  'file.deleted',
  'share.changed',
  'share.expired',
  'member.role_changed',
  'member.removed',
  'workspace.created',
  'workspace.renamed',
]

interface TestDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly webhook: Webhook
}

export function TestDialog({ open, onClose, webhook }: TestDialogProps) {
  const workspace = useWorkspace()
  const [event, setEvent] = useState(samples.find((name) => webhook.events.includes(name)) ?? 'file.created')
  const send = async () => {
    const { data } = await call('testWebhook', { workspace: workspace.id, id: webhook.id, body: { event } })
    toast.say(words.sent(data.id))
    onClose()
    await invalidate(workspace.id, 'deliveries')
  }
  return (
    <Dialog open={open} onClose={onClose} title={words.title}>
      <Form onSubmit={send} wide>
        <p>{words.sentence}</p>
        <Select
          label={words.event}
          value={event}
          onChange={setEvent}
          options={samples.map((name) => ({ value: name, label: name }))}
        />
        <FormActions>
          <Button onClick={onClose}>{uiWords.cancel}</Button>
          <SubmitButton>{words.send}</SubmitButton>
        </FormActions>
      </Form>
    </Dialog>
  )
}
