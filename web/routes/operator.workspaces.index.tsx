import { createFileRoute, Link } from '@tanstack/react-router'
import type { Data } from '../api/call.ts'
import { readPages } from '../api/queries.ts'
import { CreateWorkspace } from '../parts/operator/create-workspace.tsx'
import { useSearchText } from '../parts/operator/search-in-url.ts'
import { List } from '../parts/page/list.tsx'
import { useWaitingList } from '../parts/page/use-waiting-list.ts'
import { Button } from '../ui/action/button.tsx'
import { MenuLink, RowMenu } from '../ui/action/menu.tsx'
import { SearchInput } from '../ui/form/search-input.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { grammar, operatorWords, shellWords } from '../words/words.ts'

const words = operatorWords.workspace
const title = shellWords.pages.workspaces

interface Search {
  readonly q?: string
  readonly dialog?: 'create'
}

export const Route = createFileRoute('/operator/workspaces/')({
  validateSearch: ({ q, dialog }: Readonly<Record<string, unknown>>): Search => ({
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q).slice(0, 200) }),
    ...(dialog === 'create' && { dialog }),
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
        columns={[
          {
            head: words.name,
            cell: ({ id, name }) => (
              <Link to="/operator/workspaces/$id" params={{ id: String(id) }}>
                {name}
              </Link>
            ),
          },
          { head: words.type, kind: 'short', cell: ({ type }) => words.types[type] },
          {
            head: words.owner,
            cell: ({ owner }) => (
              <Link to="/operator/people/$user" params={{ user: String(owner.id) }}>
                {owner.email}
              </Link>
            ),
          },
          { head: words.members, kind: 'number', cell: ({ members }) => grammar.number(members) },
          { head: words.stored, kind: 'number', cell: (row) => grammar.bytes(row.used_bytes) },
          { head: words.quota, kind: 'number', cell: quotaOf },
        ]}
        actions={({ id, name }) => (
          <RowMenu name={name}>
            <MenuLink to="/operator/workspaces/$id" params={{ id: String(id) }}>
              {operatorWords.people.open}
            </MenuLink>
          </RowMenu>
        )}
      />
      <CreateWorkspace
        open={dialog === 'create'}
        onClose={() => void navigate({ search: ({ dialog: _, ...rest }) => rest })}
      />
    </>
  )
}

const quotaOf = ({ quota_bytes: quota }: Workspace): string =>
  quota === null ? words.unlimited : grammar.bytes(quota)
