import { createFileRoute, Link } from '@tanstack/react-router'
import type { Data } from '../api/call.ts'
import { readPages } from '../api/queries.ts'
import { idIn } from '../parts/operator/search-params.ts'
import { AssignText } from '../parts/operator-number/assign-text.tsx'
import { useLinkedText } from '../parts/operator-number/use-linked-text.ts'
import { List } from '../parts/page/list.tsx'
import { useWaitingList } from '../parts/page/use-waiting-list.ts'
import { Button } from '../ui/action/button.tsx'
import { MenuItem, RowMenu } from '../ui/action/menu.tsx'
import type { Column } from '../ui/data/table.tsx'
import { Time } from '../ui/data/time.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import styles from '../parts/operator-number/unrouted.module.css'
import { shellWords, unroutedWords as words } from '../words/words.ts'

const title = shellWords.pages.unrouted

interface Search {
  /** The text whose dialog is open. */
  readonly assign?: number | undefined
}

export const Route = createFileRoute('/operator/unrouted')({
  validateSearch: ({ assign }: Readonly<Record<string, unknown>>): Search => ({ assign: idIn(assign) }),
  component: Unrouted,
})

type Text = Data<'listUnrouted'>[number]

function Unrouted() {
  const { assign } = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useWaitingList(readPages('listUnrouted', {}), ({ id }) => id)
  const linked = useLinkedText(assign)
  const assignOf = ({ id, display }: Text) => {
    const open = () => void navigate({ search: { assign: id } })
    return (
      <span className={styles.actions}>
        <Button onClick={open}>{words.assign}</Button>
        <RowMenu name={display}>
          <MenuItem onSelect={open}>{words.assign}</MenuItem>
        </RowMenu>
      </span>
    )
  }
  return (
    <>
      <PageHead title={title}>{words.sentence}</PageHead>
      {linked.isGone && <output>{words.gone}</output>}
      <List
        name={title}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState sentence={words.empty} />}
        columns={columns}
        actions={assignOf}
      />
      <AssignText
        text={list.rows?.find(({ id }) => id === assign) ?? linked.text}
        onClose={() => void navigate({ search: {} })}
      />
    </>
  )
}

const columns: readonly Column<Text>[] = [
  { head: words.from, kind: 'short', cell: ({ display }) => display },
  { head: words.received, kind: 'short', cell: (text) => <Time at={text.received_at} /> },
  { head: words.number, kind: 'short', cell: (text) => <NumberLink text={text} /> },
  { head: words.text, cell: ({ body }) => <span className={styles.text}>{body}</span> },
]

function NumberLink({ text: { number_id: id, number_display: number } }: { readonly text: Text }) {
  return (
    <Link to="/operator/numbers/$number" params={{ number: String(id) }}>
      {number}
    </Link>
  )
}
