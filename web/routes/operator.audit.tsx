import { createFileRoute, Link } from '@tanstack/react-router'
import type { Data } from '../api/call.ts'
import { readPages } from '../api/queries.ts'
import { isFiltered } from '../parts/audit/filter.ts'
import { AuditFilters } from '../parts/operator/audit-filters.tsx'
import { parseFilter, queryOf, type AuditFilter } from '../parts/operator/audit-filter.ts'
import styles from '../parts/operator/operator.module.css'
import { UsageDownload } from '../parts/operator/usage-download.tsx'
import { DownloadCsv } from '../parts/page/download-csv.tsx'
import { List } from '../parts/page/list.tsx'
import { useWaitingList } from '../parts/page/use-waiting-list.ts'
import type { Column } from '../ui/data/table.tsx'
import { Time } from '../ui/data/time.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { operatorWords, shellWords } from '../words/words.ts'

const words = operatorWords.audit
const title = shellWords.pages.audit
const everyMs = 15_000

export const Route = createFileRoute('/operator/audit')({
  validateSearch: (search: Readonly<Record<string, unknown>>): AuditFilter => parseFilter(search),
  component: Audit,
})

type Entry = Data<'listInstallationAudit'>[number]

function Audit() {
  const filter = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = queryOf(filter)
  const list = useWaitingList(
    { ...readPages('listInstallationAudit', { query }), refetchInterval: everyMs },
    ({ id }) => id,
  )
  return (
    <>
      <PageHead
        title={title}
        action={<DownloadCsv operation="listInstallationAudit" input={{ query }} fileName="audit-log.csv" />}
      >
        {words.sentence}
      </PageHead>
      <List
        name={title}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState sentence={words.empty} />}
        {...(isFiltered(filter) && { nothingFound: words.nothingFound })}
        filters={
          <AuditFilters filter={filter} onChange={(search) => void navigate({ search, replace: true })} />
        }
        columns={columns}
      />
      <UsageDownload />
    </>
  )
}

function Action({ entry: { action, outcome, calls } }: { readonly entry: Entry }) {
  return (
    <div>
      {words.actionName(action)}
      {outcome !== 'ok' && (
        <span className={styles.second}>
          <code>{outcome}</code>
          {calls > 1 && ` × ${calls}`}
        </span>
      )}
    </div>
  )
}

/** An ID chooses the entries of the workspace. */
function InWorkspace({ entry: { workspace_id: id } }: { readonly entry: Entry }) {
  if (id === null) return null
  return (
    <Link from="/operator/audit" to="." search={(now) => ({ ...now, workspace: id })}>
      {id}
    </Link>
  )
}

/** A name chooses the entries of the person. */
function Actor({ entry: { actor, user, key } }: { readonly entry: Entry }) {
  if (!user) return actor === 'operator' ? words.commandLine : words.nobody
  return (
    <div>
      <Link from="/operator/audit" to="." search={(now) => ({ ...now, user: user.id })}>
        {user.email ?? words.personId(user.id)}
      </Link>
      {actor === 'operator' && <span className={styles.second}>{words.asOperator}</span>}
      {key && <span className={styles.second}>{words.withKey(key.name ?? String(key.id))}</span>}
    </div>
  )
}

const columns: readonly Column<Entry>[] = [
  { head: words.action, cell: (entry) => <Action entry={entry} /> },
  { head: words.target, cell: ({ target, target_name: name }) => name ?? target ?? '' },
  { head: words.who, cell: (entry) => <Actor entry={entry} /> },
  {
    head: words.workspace,
    kind: 'number',
    cell: (entry) => <InWorkspace entry={entry} />,
  },
  { head: words.time, kind: 'short', cell: ({ at }) => <Time at={at} /> },
  { head: words.address, kind: 'short', wideOnly: true, cell: ({ address }) => address ?? '' },
]
