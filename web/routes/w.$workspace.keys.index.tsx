import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import { read, readPages } from '../api/queries.ts'
import { isService, isState, type KeyFilter } from '../parts/key/filters.ts'
import { baseUrlOf } from '../parts/key/first-call.ts'
import { KeyState } from '../parts/key/key-state.tsx'
import { LastUsed } from '../parts/key/last-used.tsx'
import type { Key } from '../parts/key/draft.ts'
import styles from '../parts/key/key.module.css'
import { List } from '../parts/page/list.tsx'
import { useWaitingList, type WaitingList } from '../parts/page/use-waiting-list.ts'
import { useSession, useWorkspace, type Workspace } from '../parts/session/session.ts'
import { LinkButton } from '../ui/action/link-button.tsx'
import { Copyable } from '../ui/data/copyable.tsx'
import type { Column } from '../ui/data/table.tsx'
import { useNow } from '../ui/now.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { keyWords } from '../words/words.ts'

const words = keyWords

/** Lists, menus, and dialogs are fetched after the first picture. */
const KeyFilters = lazy(() =>
  import('../parts/key/key-filters.tsx').then(({ KeyFilters }) => ({ default: KeyFilters })),
)
const KeyMenu = lazy(() => import('../parts/key/key-menu.tsx').then(({ KeyMenu }) => ({ default: KeyMenu })))
const RevokeDialog = lazy(() =>
  import('../parts/key/revoke-dialog.tsx').then(({ RevokeDialog }) => ({ default: RevokeDialog })),
)

interface Search extends KeyFilter {
  /** The key that the open dialog would revoke. */
  readonly revoke?: number | undefined
}

export const Route = createFileRoute('/w/$workspace/keys/')({
  validateSearch: ({ service, state, revoke }: Record<string, unknown>): Search => ({
    ...(isService(service) && { service }),
    ...(isState(state) && { state }),
    ...(typeof revoke === 'number' && { revoke }),
  }),
  component: Keys,
})

function useKeys(): WaitingList<Key> {
  const { workspace } = Route.useParams()
  const { service, state } = Route.useSearch()
  const query = { ...(service && { service }), ...(state && { state }) }
  return useWaitingList(readPages('listKeys', { workspace, query }), ({ id }) => id)
}

/** The key of an open dialog, which may be on a later page of the list. */
function useNamedKey(
  workspace: string,
  id: number | undefined,
  rows: readonly Key[] | undefined,
): Key | undefined {
  const row = rows?.find((key) => key.id === id)
  const isElsewhere = id !== undefined && rows !== undefined && row === undefined
  const { data } = useQuery({ ...read('getKey', { workspace, id: id ?? 0 }), enabled: isElsewhere })
  return row ?? (isElsewhere ? data : undefined)
}

function Keys() {
  const { workspace: id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const workspace = useWorkspace()
  const list = useKeys()
  const isFiltered = search.service !== undefined || search.state !== undefined
  const create = (
    <LinkButton to="/w/$workspace/keys/new" params={{ workspace: id }} kind="filled" icon="plus">
      {words.create}
    </LinkButton>
  )
  const change = (next: Partial<Search>) => void navigate({ search: (now) => ({ ...now, ...next }) })
  const isEmpty = list.rows?.length === 0 && !isFiltered
  return (
    <>
      <PageHead title={words.title} action={isEmpty ? undefined : create}>
        {isEmpty ? undefined : words.note}
      </PageHead>
      <List
        name={words.title}
        list={list}
        columns={useColumns(id)}
        rowKey={({ id: keyId }) => keyId}
        actions={menuOf(workspace, ({ id: keyId }) => change({ revoke: keyId }))}
        filters={
          isEmpty ? undefined : (
            <Suspense fallback={<span className={styles.filters} />}>
              <KeyFilters filter={search} onChange={change} />
            </Suspense>
          )
        }
        nothingFound={isFiltered ? words.nothingFound : undefined}
        empty={<Empty action={create} />}
      />
      <Suspense>
        <RevokeDialog
          workspace={id}
          of={useNamedKey(id, search.revoke, list.rows)}
          onClose={() => change({ revoke: undefined })}
        />
      </Suspense>
    </>
  )
}

function Empty({ action }: { readonly action: ReactNode }) {
  const { installation } = useSession()
  return (
    <EmptyState
      sentence={words.empty}
      action={action}
      curl={{ url: `${baseUrlOf('files', installation)}/files` }}
    />
  )
}

function menuOf(workspace: Workspace, onRevoke: (key: Key) => void) {
  return (key: Key) => (
    <Suspense fallback={<span className={styles.menu} />}>
      <KeyMenu of={key} workspace={workspace} onRevoke={() => onRevoke(key)} />
    </Suspense>
  )
}

const Creator = ({ of: { name, email } }: { readonly of: Key['creator'] }) => (
  <span className={styles.creator} title={email}>
    {name}
  </span>
)

function useColumns(workspace: string): readonly Column<Key>[] {
  const now = useNow()
  const isLogged = useSession().installation.request_log_days > 0
  const { heads } = words
  return [
    {
      head: heads.name,
      cell: ({ id, name }) => (
        <Link to="/w/$workspace/keys/$key" params={{ workspace, key: String(id) }}>
          {name}
        </Link>
      ),
    },
    {
      head: heads.prefix,
      kind: 'short',
      cell: ({ prefix }) => <Copyable text={prefix} what={words.prefix} />,
    },
    { head: heads.service, kind: 'short', cell: ({ service }) => words.services[service] },
    { head: heads.creator, cell: ({ creator }) => <Creator of={creator} /> },
    { head: heads.state, kind: 'short', cell: (key) => <KeyState of={key} now={now} /> },
    { head: heads.lastUsed, kind: 'short', cell: (key) => <LastUsed of={key} now={now} /> },
    ...(isLogged
      ? [
          {
            head: heads.requests,
            kind: 'number',
            cell: ({ requests_24h: count }: Key) => words.requests(count),
          } as const,
        ]
      : []),
  ]
}
