import { Link } from '@tanstack/react-router'
import { readPages } from '../../api/queries.ts'
import { MenuItem, MenuLink, RowMenu } from '../../ui/action/menu.tsx'
import { Status } from '../../ui/data/status.tsx'
import type { Column } from '../../ui/data/table.tsx'
import { Countdown, Time } from '../../ui/data/time.tsx'
import { Select } from '../../ui/form/select.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { deliveryWords } from '../../words/words.ts'
import { List } from '../page/list.tsx'
import { useWaitingList } from '../page/use-waiting-list.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import { againReason, sendAgain } from './send-again.ts'
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
      actions={(delivery) => (
        <RowMenu name={String(delivery.id)}>
          <MenuLink {...toDelivery(delivery)} icon="info">
            {deliveryWords.details}
          </MenuLink>
          <MenuItem
            icon="send"
            disabledReason={againReason(workspace, webhook, delivery)}
            onSelect={() => void sendAgain(workspace.id, webhook.id, delivery.id)}
          >
            {deliveryWords.again.action}
          </MenuItem>
        </RowMenu>
      )}
    />
  )
}

const toDelivery = ({ id }: Delivery) =>
  ({
    from: '/w/$workspace/webhooks/$webhook',
    to: './deliveries/$delivery',
    params: { delivery: String(id) },
    search: true,
  }) as const

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
