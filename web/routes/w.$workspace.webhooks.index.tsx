import { createFileRoute, Link } from '@tanstack/react-router'
import { useSession, useWorkspace, type Workspace } from '../parts/session/session.ts'
import { DeleteWebhook } from '../parts/webhook/delete-webhook.tsx'
import { WebhookMenu } from '../parts/webhook/webhook-menu.tsx'
import {
  fewEventsOf,
  isoOf,
  lockedReason,
  stateOf,
  useWebhooks,
  type Webhook,
} from '../parts/webhook/webhooks.ts'
import { WebhookUrl } from '../parts/webhook/webhook-url.tsx'
import { LinkButton } from '../ui/action/link-button.tsx'
import { Status } from '../ui/data/status.tsx'
import { Table, type Column } from '../ui/data/table.tsx'
import { Time } from '../ui/data/time.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { deliveryWords, webhookWords } from '../words/words.ts'

export const Route = createFileRoute('/w/$workspace/webhooks/')({
  validateSearch: ({ remove }: Record<string, unknown>): { readonly remove?: number } =>
    typeof remove === 'number' ? { remove } : {},
  component: Webhooks,
})

const columnsIn = (workspace: string): readonly Column<Webhook>[] => [
  {
    head: webhookWords.name,
    cell: ({ id, name }) => (
      <Link to="/w/$workspace/webhooks/$webhook" params={{ workspace, webhook: String(id) }}>
        {name}
      </Link>
    ),
  },
  { head: webhookWords.url, cell: ({ url }) => <WebhookUrl url={url} /> },
  { head: webhookWords.events, kind: 'short', cell: fewEventsOf },
  { head: webhookWords.state, kind: 'short', cell: (webhook) => <Status word={stateOf(webhook)} /> },
  { head: webhookWords.lastDelivery, kind: 'short', cell: (webhook) => <LastDelivery webhook={webhook} /> },
]

const menuIn = (workspace: Workspace, onRemove: (id: number) => void) => (webhook: Webhook) => (
  <WebhookMenu of={webhook} workspace={workspace} onRemove={() => onRemove(webhook.id)} />
)

function LastDelivery({ webhook }: { readonly webhook: Webhook }) {
  if (webhook.last_error !== null) return <Status word={deliveryWords.statuses.failed} />
  return <Time at={isoOf(webhook.last_delivered_at)} never={webhookWords.never} />
}

function Webhooks() {
  const workspace = useWorkspace()
  const { installation } = useSession()
  const webhooks = useWebhooks(workspace.id)
  const params = { workspace: String(workspace.id) }
  const create = (
    <LinkButton
      to="/w/$workspace/webhooks/new"
      params={params}
      kind="filled"
      icon="plus"
      disabledReason={lockedReason(workspace)}
    >
      {webhookWords.create}
    </LinkButton>
  )
  const isEmpty = webhooks.data?.length === 0
  return (
    <>
      <PageHead title={webhookWords.title} action={isEmpty ? undefined : create} />
      {webhooks.data === undefined && webhooks.error ? (
        <ErrorPanel error={webhooks.error} onRetry={() => void webhooks.refetch()} />
      ) : isEmpty ? (
        <EmptyState
          sentence={webhookWords.empty}
          action={create}
          curl={{
            url: `${installation.gateway_url}/v1/files/webhooks`,
            body: { name: 'Ours', url: 'https://example.com/hooks', events: ['*'] },
            method: 'POST',
          }}
        />
      ) : (
        <Rows webhooks={webhooks.data} />
      )}
    </>
  )
}

function Rows({ webhooks }: { readonly webhooks: readonly Webhook[] | undefined }) {
  const workspace = useWorkspace()
  const { remove } = Route.useSearch()
  const navigate = Route.useNavigate()
  const locked = lockedReason(workspace)
  return (
    <>
      <Table
        name={webhookWords.title}
        rows={webhooks}
        rowKey={({ id }) => id}
        columns={columnsIn(String(workspace.id))}
        actions={menuIn(workspace, (id) => void navigate({ search: { remove: id } }))}
      />
      <DeleteWebhook
        webhook={locked === undefined ? webhooks?.find(({ id }) => id === remove) : undefined}
        onClose={() => void navigate({ search: {} })}
      />
    </>
  )
}
