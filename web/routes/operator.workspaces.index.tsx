import { createFileRoute, Link } from '@tanstack/react-router'
import type { Data } from '../api/call.ts'
import { readPages } from '../api/queries.ts'
import { CreateWorkspace } from '../parts/operator/create-workspace.tsx'
import styles from '../parts/operator/operator.module.css'
import { useSearchText } from '../parts/operator/search-in-url.ts'
import { oneOf, textIn } from '../parts/operator/search-params.ts'
import { List } from '../parts/page/list.tsx'
import { useWaitingList } from '../parts/page/use-waiting-list.ts'
import { Button } from '../ui/action/button.tsx'
import { MenuLink, RowMenu } from '../ui/action/menu.tsx'
import type { Column } from '../ui/data/table.tsx'
import { Time } from '../ui/data/time.tsx'
import { SearchInput } from '../ui/form/search-input.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { grammar, operatorWords, shellWords } from '../words/words.ts'

const words = operatorWords.workspace
const title = shellWords.pages.workspaces

interface Search {
  readonly q?: string | undefined
  readonly dialog?: 'create' | undefined
}

export const Route = createFileRoute('/operator/workspaces/')({
  validateSearch: ({ q, dialog }: Readonly<Record<string, unknown>>): Search => ({
    q: textIn(q),
    dialog: oneOf(['create'], dialog),
  }),
  component: Workspaces,
})

type Workspace = Data<'listWorkspaces'>[number]

function Workspaces() {
  const { q, dialog } = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useWaitingList(
    readPages('listWorkspaces', { query: { ...(q !== undefined && { q }) } }),
    ({ id }) => id,
  )
  const [text, setText] = useSearchText(
    q,
    (found) => void navigate({ search: found === undefined ? {} : { q: found }, replace: true }),
  )
  const create = (
    <Button
      kind="filled"
      icon="plus"
      onClick={() => void navigate({ search: (now) => ({ ...now, dialog: 'create' }) })}
    >
      {words.create}
    </Button>
  )
  return (
    <>
      <PageHead title={title} action={create} />
      <List
        name={title}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState sentence={words.empty} />}
        {...(q !== undefined && { nothingFound: words.nothingFound })}
        filters={<SearchInput label={words.search} value={text} onChange={setText} />}
        columns={columns}
        actions={actionsOf}
      />
      <CreateWorkspace
        open={dialog === 'create'}
        onClose={() => void navigate({ search: (now) => ({ ...now, dialog: undefined }) })}
        onCreated={list.showWaiting}
      />
    </>
  )
}

const quotaOf = ({ quota_bytes: quota }: Workspace): string =>
  quota === null ? words.unlimited : grammar.bytes(quota)

const columns: readonly Column<Workspace>[] = [
  {
    head: words.name,
    cell: (workspace) => <WorkspaceLink {...workspace} />,
  },
  { head: words.type, kind: 'short', cell: (workspace) => <Type {...workspace} /> },
  {
    head: words.owner,
    cell: (workspace) => <Owner {...workspace.owner} />,
  },
  { head: words.members, kind: 'number', cell: ({ members }) => grammar.number(members) },
  { head: words.stored, kind: 'number', cell: (row) => grammar.bytes(row.used_bytes) },
  { head: words.quota, kind: 'number', cell: quotaOf },
]

function Type({ type, demo, delete_at: deleteAt }: Workspace) {
  return (
    <div>
      {words.types[type]}
      {deleteAt && (
        <span className={styles.second}>
          {operatorWords.beingDeleted} <Time at={deleteAt} />
        </span>
      )}
      {demo && <span className={styles.second}>{operatorWords.demo}</span>}
    </div>
  )
}

function WorkspaceLink({ id, name }: Workspace) {
  return (
    <Link to="/operator/workspaces/$id" params={{ id: String(id) }}>
      {name}
    </Link>
  )
}

function Owner({ id, email }: Workspace['owner']) {
  return (
    <Link to="/operator/people/$user" params={{ user: String(id) }}>
      {email}
    </Link>
  )
}

const actionsOf = ({ id, name }: Workspace) => (
  <RowMenu name={name}>
    <MenuLink to="/operator/workspaces/$id" params={{ id: String(id) }}>
      {operatorWords.people.open}
    </MenuLink>
  </RowMenu>
)
