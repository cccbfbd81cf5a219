import { useInfiniteQuery } from '@tanstack/react-query'
import type { Data } from '../../api/call.ts'
import { readPages } from '../../api/queries.ts'
import { Table, type Column } from '../../ui/data/table.tsx'
import { MoreButton } from '../../ui/data/more-button.tsx'
import { Time } from '../../ui/data/time.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { shareWords as words } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import styles from './share.module.css'

type Access = Data<'listItemAccesses'>[number]

const columns: readonly Column<Access>[] = [
  { head: words.heads.when, kind: 'short', cell: ({ at }) => <Time at={at} /> },
  { head: words.heads.action, kind: 'short', cell: ({ action }) => words.actions[action] },
  { head: words.heads.who, cell: ({ email }) => <Words of={email ?? words.anyone} /> },
  { head: words.heads.address, cell: ({ address }) => <Words of={address} /> },
  { head: words.heads.entry, cell: ({ entry_name: name }) => <Words of={name ?? words.deletedEntry} /> },
]

/** They wrap, but not letter by letter. */
const Words = ({ of: text }: { readonly of: string }) => <bdi className={styles.words}>{text}</bdi>

/** Who opened the link, and when, newest first. */
export function Openings({ of: id }: { readonly of: string }) {
  const { id: workspace } = useWorkspace()
  const log = useInfiniteQuery(readPages('listItemAccesses', { workspace, id }))
  return (
    <section className={styles.openings}>
      <h3>{words.opened}</h3>
      {log.error ? (
        <ErrorPanel error={log.error} onRetry={() => void log.refetch()} />
      ) : log.data?.length === 0 ? (
        <p className="pencil">{words.nobodyOpened}</p>
      ) : (
        <>
          <Table name={words.opened} columns={columns} rows={log.data} rowKey={(access) => access.id} />
          <MoreButton
            hasMore={log.hasNextPage}
            busy={log.isFetchingNextPage}
            onMore={() => void log.fetchNextPage()}
          />
        </>
      )}
    </section>
  )
}
