import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, type Data } from '../api/call.ts'
import { invalidate } from '../api/queries.ts'
import { Notice } from '../parts/page/notice.tsx'
import { useSession, useWorkspace } from '../parts/session/session.ts'
import { EventFields, type EventChoice } from '../parts/webhook/event-fields.tsx'
import { LocalNote } from '../parts/webhook/local-note.tsx'
import { SecretDialog } from '../parts/webhook/secret-dialog.tsx'
import { lockedReason, type SubscribedEvent, type Subscription } from '../parts/webhook/webhooks.ts'
import { Curl } from '../ui/data/curl.tsx'
import { Form, FormActions, SubmitButton } from '../ui/form/form.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { webhookWords } from '../words/words.ts'

export const Route = createFileRoute('/w/$workspace/webhooks/new')({ component: NewWebhook })

function NewWebhook() {
  const workspace = useWorkspace()
  const locked = lockedReason(workspace)
  if (locked !== undefined) return <Notice title={webhookWords.create} sentence={locked} />
  return (
    <>
      <Breadcrumbs above={[{ label: webhookWords.title, to: `/w/${workspace.id}/webhooks` }]} />
      <PageHead title={webhookWords.create} />
      <WebhookForm />
      <LocalNote />
    </>
  )
}

function WebhookForm() {
  const workspace = useWorkspace()
  const { installation } = useSession()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [choice, setChoice] = useState<EventChoice>('all')
  const [chosen, setChosen] = useState<readonly SubscribedEvent[]>([])
  const [active, setActive] = useState(true)
  const [missing, setMissing] = useState(false)
  const [created, setCreated] = useState<Data<'files.createWebhook'>>()
  const events: Subscription = choice === 'all' ? ['*'] : chosen
  const body = { name, url, events, active }
  const create = async () => {
    setMissing(body.events.length === 0)
    if (body.events.length === 0) return
    const { data } = await call('files.createWebhook', { workspace: workspace.id, body })
    setCreated(data)
  }
  const open = async () => {
    if (!created) return
    const params = { workspace: String(workspace.id), webhook: String(created.webhook.id) }
    await navigate({ to: '/w/$workspace/webhooks/$webhook', params, replace: true })
    await invalidate(workspace.id, 'webhooks')
  }
  return (
    <Form onSubmit={create}>
      <TextInput
        label={webhookWords.name}
        name="name"
        help={webhookWords.nameHelp}
        value={name}
        onChange={setName}
      />
      <TextInput
        label={webhookWords.url}
        name="url"
        help={webhookWords.urlHelp}
        inputMode="url"
        spellCheck={false}
        code
        value={url}
        onChange={setUrl}
      />
      <EventFields
        choice={choice}
        onChoice={setChoice}
        chosen={chosen}
        onChosen={setChosen}
        error={missing && body.events.length === 0 ? webhookWords.noEvents : undefined}
      />
      <Switch
        label={webhookWords.active}
        name="active"
        help={webhookWords.activeHelp}
        checked={active}
        onChange={setActive}
      />
      <Curl method="POST" url={`${installation.gateway_url}/v1/files/webhooks`} body={body} />
      <FormActions>
        <SubmitButton>{webhookWords.create}</SubmitButton>
      </FormActions>
      <SecretDialog secret={created?.secret} onSaved={() => void open()} />
    </Form>
  )
}
