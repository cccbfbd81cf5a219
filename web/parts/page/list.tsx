import type { ReactNode } from 'react'
import { MoreButton } from '../../ui/data/more-button.tsx'
import { NewRows } from '../../ui/data/new-rows.tsx'
import { Table, type Column } from '../../ui/data/table.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import type { WaitingList } from './use-waiting-list.ts'
import styles from './list.module.css'

interface ListProps<Row> {
  /** As the `h1` of the page. */
  readonly name: string
  readonly list: WaitingList<Row>
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
  readonly actions?: (row: Row) => ReactNode
  /** Shown when there are no rows at all. */
  readonly empty: ReactNode
  /** A filter is on: says that instead of `empty`. */
  readonly nothingFound?: string | undefined
  /** Selects and a SearchInput above the table. */
  readonly filters?: ReactNode
}

/** A list in all its states: loading, error, empty, rows, waiting rows, more. */
export function List<Row>(props: ListProps<Row>) {
  const { name, list, columns, rowKey, actions, empty, nothingFound, filters } = props
  return (
    <>
      {filters !== undefined && <div className={styles.filters}>{filters}</div>}
      {list.error ? (
        <ErrorPanel error={list.error} onRetry={list.retry} />
      ) : list.rows?.length === 0 ? (
        nothingFound === undefined ? (
          empty
        ) : (
          <EmptyState sentence={nothingFound} />
        )
      ) : (
        <>
          <NewRows count={list.waiting} onShow={list.showWaiting} />
          <Table
            name={name}
            columns={columns}
            rows={list.rows}
            rowKey={rowKey}
            {...(actions && { actions })}
          />
          <MoreButton hasMore={list.hasMore} busy={list.loadingMore} onMore={list.more} />
        </>
      )}
    </>
  )
}
