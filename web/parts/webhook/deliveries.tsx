import { Link } from '@tanstack/react-router'
import { readPages } from '../../api/queries.ts'
import { Status } from '../../ui/data/status.tsx'
import type { Column } from '../../ui/data/table.tsx'
import { Countdown, Time } from '../../ui/data/time.tsx'
import { Select } from '../../ui/form/select.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { deliveryWords } from '../../words/words.ts'
import { List } from '../page/list.tsx'
import { useWaitingList } from '../page/use-waiting-list.ts'
import { useSession, useWorkspace, type Workspace } from '../session/session.ts'
import { toDelivery } from './delivery-link.ts'
import { DeliveryMenu } from './delivery-menu.tsx'
import { statusFilters, type StatusFilter } from './status-filters.ts'
import type { Delivery, Webhook } from './webhooks.ts'

interface DeliveriesProps {
  readonly webhook: Webhook
  readonly status: StatusFilter | undefined
  readonly onStatus: (status: StatusFilter | undefined) => void
}

/** The table of what a webhook was or will be sent. */
export function Deliveries({ webhook, status, onStatus }: DeliveriesProps) {
  const workspace = useWorkspace()
  const { installation } = useSession()
  const input = { workspace: workspace.id, id: webhook.id, query: { status } }
  const list = useWaitingList(readPages('listDeliveries', input), ({ id }) => id)
  return (
    <List
      name={deliveryWords.title}
      list={list}
      rowKey={({ id }) => id}
      columns={columns}
      filters={
        <Select
          compact
          label={deliveryWords.status}
          value={status ?? 'all'}
          onChange={(chosen) => onStatus(chosen === 'all' ? undefined : chosen)}
          options={(['all', ...statusFilters] as const).map((value) => ({
            value,
            label: deliveryWords.statuses[value],
          }))}
        />
      }
      empty={
        <EmptyState
          sentence={deliveryWords.none}
          curl={{
            method: 'POST',
            url: `${installation.gateway_url}/v1/files/folders`,
            body: { name: deliveryWords.sampleFolder },
          }}
        />
      }
      nothingFound={status && deliveryWords.noneOf}
      actions={menuIn(workspace, webhook)}
    />
  )
}

const menuIn = (workspace: Workspace, webhook: Webhook) => (delivery: Delivery) => (
  <DeliveryMenu of={delivery} webhook={webhook} workspace={workspace} />
)

const columns: readonly Column<Delivery>[] = [
  {
    head: deliveryWords.event,
    cell: (delivery) => (
      <>
        <Link {...toDelivery(delivery)}>{delivery.event}</Link>
        {delivery.test && <span className="pencil"> · {deliveryWords.test}</span>}
      </>
    ),
  },
  {
    head: deliveryWords.status,
    kind: 'short',
    cell: ({ status }) => <Status word={deliveryWords.statuses[status]} />,
  },
  { head: deliveryWords.happened, kind: 'short', cell: ({ created_at: at }) => <Time at={at} /> },
  { head: deliveryWords.attempts, kind: 'number', cell: ({ attempts }) => deliveryWords.count(attempts) },
  { head: deliveryWords.response, kind: 'number', cell: ({ response_status: status }) => status ?? '–' },
  {
    head: deliveryWords.nextAttempt,
    kind: 'number',
    cell: ({ next_attempt_at: at }) => (at === null ? '–' : <Countdown to={at} />),
  },
]
