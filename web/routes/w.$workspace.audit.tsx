import { createFileRoute } from '@tanstack/react-router'
import { readPages } from '../api/queries.ts'
import { auditColumns } from '../parts/audit/columns.tsx'
import { AuditFilters } from '../parts/audit/filters.tsx'
import { isFiltered, parseFilter, queryOf, type AuditFilter } from '../parts/audit/filter.ts'
import { DownloadCsv } from '../parts/page/download-csv.tsx'
import { List } from '../parts/page/list.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { useWaitingList } from '../parts/page/use-waiting-list.ts'
import { manages, useWorkspace } from '../parts/session/session.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { auditWords as words } from '../words/words.ts'

export const Route = createFileRoute('/w/$workspace/audit')({
  component: Audit,
  validateSearch: (search: Record<string, unknown>): AuditFilter => parseFilter(search),
})

function Audit() {
  const workspace = useWorkspace()
  if (!manages(workspace)) return <Notice title={words.title} sentence={words.adminsOnly} />
  return <Entries />
}

function Entries() {
  const workspace = useWorkspace().id
  const filter = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = queryOf(filter)
  const list = useWaitingList(readPages('listAudit', { workspace, query }), ({ id }) => id)
  return (
    <>
      <PageHead
        title={words.title}
        action={
          <DownloadCsv
            operation="listAudit"
            input={{ workspace, query }}
            fileName={`audit-log-${workspace}.csv`}
          />
        }
      >
        {words.sentence}
      </PageHead>
      <List
        name={words.title}
        list={list}
        rowKey={({ id }) => id}
        columns={auditColumns}
        empty={<EmptyState sentence={words.empty} />}
        {...(isFiltered(filter) && { nothingFound: words.nothingFound })}
        filters={
          <AuditFilters filter={filter} onChange={(search) => void navigate({ search, replace: true })} />
        }
      />
    </>
  )
}
