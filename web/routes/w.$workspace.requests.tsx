import { createFileRoute, Link } from '@tanstack/react-router'
import { List } from '../parts/page/list.tsx'
import { RequestFilters } from '../parts/request/request-filters.tsx'
import { isFiltered, queryOf, searchOf, type RequestSearch } from '../parts/request/filters.ts'
import { RequestDialog } from '../parts/request/request-dialog.tsx'
import { keyOf, operationOf } from '../parts/request/request-words.ts'
import styles from '../parts/request/request.module.css'
import { StatusNumber } from '../parts/request/status-number.tsx'
import { useRequest, useRequests, type ListedRequest } from '../parts/request/use-requests.ts'
import { manages, useSession, useWorkspace } from '../parts/session/session.ts'
import { Button } from '../ui/action/button.tsx'
import { LinkButton } from '../ui/action/link-button.tsx'
import type { Column } from '../ui/data/table.tsx'
import { Time } from '../ui/data/time.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { requestWords } from '../words/words.ts'

const words = requestWords

export const Route = createFileRoute('/w/$workspace/requests')({
  validateSearch: searchOf,
  component: Requests,
})

const columns: readonly Column<ListedRequest>[] = [
  {
    head: words.time,
    kind: 'short',
    cell: (request) => (
      <Link
        from={Route.fullPath}
        to="."
        search={(search: RequestSearch) => ({ ...search, open: request.request_id })}
        className={styles.open}
      >
        <Time at={request.at} />
      </Link>
    ),
  },
  {
    head: words.who,
    cell: (request) => (
      <span className={styles.who} title={`${request.user_name} ${words.through(keyOf(request))}`}>
        {request.user_name} <span className="pencil">{words.through(keyOf(request))}</span>
      </span>
    ),
  },
  { head: words.operation, cell: (request) => <code>{operationOf(request)}</code> },
  { head: words.status, kind: 'short', cell: ({ status }) => <StatusNumber of={status} /> },
  {
    head: words.code,
    cell: ({ code }) =>
      code === null ? <span className="pencil">{words.noCode}</span> : <code>{code}</code>,
  },
  { head: words.duration, kind: 'number', cell: ({ ms }) => words.ms(ms) },
]

function Requests() {
  const { installation } = useSession()
  const workspace = useWorkspace()
  const days = installation.request_log_days
  if (days === 0) return <PageHead title={words.title}>{words.off}</PageHead>
  return (
    <>
      <PageHead title={words.title}>{manages(workspace) ? words.note(days) : words.ownNote(days)}</PageHead>
      <RequestList />
    </>
  )
}

function RequestList() {
  const workspace = useWorkspace()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useRequests({ workspace: workspace.id, query: queryOf(search) })
  const opened = useRequest(workspace.id, search.open, list.rows)
  return (
    <>
      <List
        name={words.title}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        filters={
          <RequestFilters
            workspace={workspace.id}
            search={search}
            onChange={(filters) =>
              // What was typed is one step, not one a letter.
              void navigate({ search: (now) => ({ ...now, ...filters }), replace: 'q' in filters })
            }
          />
        }
        nothingFound={isFiltered(search) && !list.hasMore ? words.nothingFound : undefined}
        empty={
          list.hasMore ? (
            <EmptyState
              sentence={words.nothingSoFar}
              action={
                <Button busy={list.loadingMore} onClick={list.more}>
                  {words.lookFurther}
                </Button>
              }
            />
          ) : (
            <Empty workspace={workspace.id} />
          )
        }
      />
      <RequestDialog
        workspace={workspace.id}
        of={opened}
        open={search.open !== undefined}
        onClose={() => void navigate({ search: ({ open: _open, ...rest }) => rest, replace: true })}
      />
    </>
  )
}

function Empty({ workspace }: { readonly workspace: number }) {
  const { installation } = useSession()
  return (
    <EmptyState
      sentence={words.empty}
      action={
        <LinkButton to="/w/$workspace/keys/new" params={{ workspace: String(workspace) }} icon="plus">
          {words.createKey}
        </LinkButton>
      }
      curl={{ url: `${installation.gateway_url}/v1/files/files` }}
    />
  )
}
