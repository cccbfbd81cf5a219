import { useId, type ReactNode } from 'react'
import { uiWords } from '../../words/words.ts'
import { SkeletonLine } from '../page/skeleton.tsx'
import styles from './table.module.css'

export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** `number` is right-aligned; `text` (the default) may wrap; `short` stays on one line. */
  readonly kind?: 'text' | 'short' | 'number'
  /** Left out below 768 px, where rows are cards. */
  readonly wideOnly?: boolean
}

interface TableProps<Row> {
  /** As the `h1` of its page. */
  readonly name: string
  /** The first column names the row. Undefined rows are loading. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string | number
  /** A RowMenu at the end of the row. */
  readonly actions?: (row: Row) => ReactNode
}

const skeletonRows = 6

/** A table that becomes cards below 768 px. */
export function Table<Row>({ name, columns, rows, rowKey, actions }: TableProps<Row>) {
  const [first, ...others] = columns
  if (!first) return null
  return (
    <table className={styles.table} aria-label={name} aria-busy={rows === undefined}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.head} scope="col" className={classOf(column)}>
              {column.head}
            </th>
          ))}
          {actions && (
            <th scope="col" className={styles.actions}>
              <span className="visually-hidden">{uiWords.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? Array.from({ length: skeletonRows }, (_, index) => (
              <tr key={index} aria-hidden="true">
                {columns.map((column) => (
                  <td key={column.head} className={classOf(column)}>
                    <SkeletonLine />
                  </td>
                ))}
                {actions && <td />}
              </tr>
            ))
          : rows.map((row) => (
              <TableRow key={rowKey(row)} row={row} first={first} others={others} actions={actions} />
            ))}
      </tbody>
    </table>
  )
}

interface TableRowProps<Row> {
  readonly row: Row
  readonly first: Column<Row>
  readonly others: readonly Column<Row>[]
  readonly actions: TableProps<Row>['actions']
}

function TableRow<Row>({ row, first, others, actions }: TableRowProps<Row>) {
  const nameId = useId()
  return (
    <tr aria-labelledby={nameId}>
      <th scope="row" id={nameId} className={classOf(first)}>
        {first.cell(row)}
      </th>
      {others.map((column) => (
        <td key={column.head} className={classOf(column)} data-head={column.head}>
          {column.cell(row)}
        </td>
      ))}
      {actions && <td className={styles.actions}>{actions(row)}</td>}
    </tr>
  )
}

const classOf = ({ kind = 'text', wideOnly = false }: Pick<Column<never>, 'kind' | 'wideOnly'>): string =>
  `${styles[kind] ?? ''} ${wideOnly ? styles.wideOnly : ''}`
