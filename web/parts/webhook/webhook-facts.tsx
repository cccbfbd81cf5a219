import { Copyable } from '../../ui/data/copyable.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Status } from '../../ui/data/status.tsx'
import { Time } from '../../ui/data/time.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { deliveryWords, webhookWords } from '../../words/words.ts'
import { manages, useWorkspace } from '../session/session.ts'
import { switchWebhook } from './switch-webhook.ts'
import styles from './webhook-facts.module.css'
import { eventsOf, isoOf, stateOf, type Webhook } from './webhooks.ts'

export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const workspace = useWorkspace()
  const state = manages(workspace) ? (
    <div className={styles.switch}>
      <Switch
        label={webhookWords.active}
        checked={webhook.active}
        onChange={() => void switchWebhook(workspace.id, webhook)}
      />
    </div>
  ) : (
    <Status word={stateOf(webhook)} />
  )
  return (
    <Facts
      of={[
        [webhookWords.url, <Copyable key="url" text={webhook.url} what={webhookWords.url} />],
        [webhookWords.events, eventsOf(webhook)],
        [webhookWords.state, state],
        [
          webhookWords.lastDelivery,
          <Time key="last" at={isoOf(webhook.last_delivered_at)} never={webhookWords.never} />,
        ],
        webhook.last_error === null ? undefined : [deliveryWords.lastError, webhook.last_error],
        [webhookWords.created, <Time key="created" at={isoOf(webhook.created_at)} />],
        [webhookWords.id, <Copyable key="id" text={String(webhook.id)} what={webhookWords.webhookId} />],
      ]}
    />
  )
}
