import { createFileRoute, Link } from '@tanstack/react-router'
import { readPages } from '../api/queries.ts'
import {
  batteryOf,
  kindOf,
  refetchMs,
  stateOf,
  tightest,
  type WorkspaceNumber,
} from '../parts/number/numbers.ts'
import { NumberMenu } from '../parts/number/number-menu.tsx'
import { OperatorNumbersLink } from '../parts/number/operator-numbers-link.tsx'
import { List } from '../parts/page/list.tsx'
import { useWaitingList } from '../parts/page/use-waiting-list.ts'
import { useWorkspace } from '../parts/session/session.ts'
import { Status } from '../ui/data/status.tsx'
import type { Column } from '../ui/data/table.tsx'
import { Time } from '../ui/data/time.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { numberWords as words } from '../words/words.ts'

export const Route = createFileRoute('/w/$workspace/numbers/')({ component: Numbers })

function Numbers() {
  const { workspace } = Route.useParams()
  const here = useWorkspace()
  const pages = { ...readPages('listNumbers', { workspace }), refetchInterval: refetchMs }
  const list = useWaitingList(pages, ({ id }) => id)
  const isEmpty = list.rows?.length === 0
  return (
    <>
      <PageHead title={words.title}>{isEmpty ? undefined : words.note}</PageHead>
      <List
        name={words.title}
        list={list}
        columns={columnsOf(workspace)}
        rowKey={({ id }) => id}
        empty={<EmptyState sentence={words.empty} action={<OperatorNumbersLink />} />}
        actions={(number) => <NumberMenu of={number} workspace={here} />}
      />
    </>
  )
}

const { heads } = words

const columnsOf = (workspace: string): readonly Column<WorkspaceNumber>[] => [
  {
    head: heads.number,
    kind: 'short',
    cell: ({ id, display }) => (
      <Link to="/w/$workspace/numbers/$number" params={{ workspace, number: String(id) }}>
        {display}
      </Link>
    ),
  },
  { head: heads.label, cell: ({ label }) => label || <None /> },
  { head: heads.kind, kind: 'short', cell: kindOf },
  { head: heads.state, kind: 'short', cell: (number) => <Status word={stateOf(number)} /> },
  { head: heads.lastSeen, kind: 'short', cell: ({ last_seen_at: at }) => <Time at={at} /> },
  { head: heads.battery, kind: 'short', cell: ({ phone }) => (phone ? batteryOf(phone) : <None />) },
  { head: heads.pace, kind: 'short', cell: (number) => <Pace of={tightest(number)} /> },
]

const None = () => <span className="pencil">–</span>

function Pace({ of: budget }: { readonly of: ReturnType<typeof tightest> }) {
  return budget ? words.pace.short(budget.used, budget.max, budget.span_seconds) : <None />
}
