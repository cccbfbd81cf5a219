import { Fragment } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { filesWords } from '../../words/words.ts'
import { sorts, type Sort } from '../item/items.ts'
import styles from './heads.module.css'
import { orderOf, type Sorting } from '../item/place.ts'
import { SelectBox } from './select-box.tsx'

const words = filesWords.browser

export interface SelectAll {
  readonly count: number
  readonly chosen: number
  readonly onChange: () => void
}

export const SelectAllBox = ({ count, chosen, onChange }: SelectAll) => (
  <SelectBox
    label={words.selectAll}
    checked={count > 0 && chosen === count}
    mixed={chosen > 0 && chosen < count}
    onChange={onChange}
    inTabOrder
  />
)

interface HeadsProps {
  /** Undefined: the list cannot be sorted. */
  readonly sorting: Sorting | undefined
  readonly onSort: (sorting: Sorting) => void
  readonly hasPlaces: boolean
  readonly selectAll: SelectAll
}

/** The heads of the list's columns, which sort it. */
export function Heads({ sorting, onSort, hasPlaces, selectAll }: HeadsProps) {
  return (
    <thead className={styles.heads}>
      <tr aria-rowindex={1} className={styles.row}>
        <th scope="col" className={styles.check}>
          <SelectAllBox {...selectAll} />
        </th>
        {sorts.map((sort) => (
          <Fragment key={sort}>
            {sorting ? (
              <SortingHead sort={sort} sorting={sorting} onSort={onSort} />
            ) : (
              <th scope="col" className={styles[sort]}>
                {words.sorts[sort]}
              </th>
            )}
            {sort === 'name' && hasPlaces && (
              <th scope="col" className={styles.place}>
                {words.columns.place}
              </th>
            )}
          </Fragment>
        ))}
        <th scope="col">
          <span className="visually-hidden">{words.columns.actions}</span>
        </th>
      </tr>
    </thead>
  )
}

interface HeadProps extends Pick<HeadsProps, 'onSort'> {
  readonly sort: Sort
  readonly sorting: Sorting
}

function SortingHead({ sort, sorting, onSort }: HeadProps) {
  const isSorted = sorting.sort === sort
  const order = isSorted ? (sorting.order === 'asc' ? 'desc' : 'asc') : orderOf(sort)
  return (
    <th
      scope="col"
      className={styles[sort]}
      {...(isSorted && { 'aria-sort': sorting.order === 'asc' ? 'ascending' : 'descending' })}
    >
      <button type="button" className={styles.head} onClick={() => onSort({ sort, order })}>
        {words.sorts[sort]}
        {isSorted && <Icon name={sorting.order === 'asc' ? 'rise' : 'fall'} size={16} />}
      </button>
    </th>
  )
}
