import { IconButton } from '../../ui/action/icon-button.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Icon } from '../../ui/icon.tsx'
import { filesWords } from '../../words/words.ts'
import { sorts } from '../item/items.ts'
import styles from './controls.module.css'
import { orderOf, views, type Sorting, type View } from '../item/place.ts'

const words = filesWords.browser
const options = sorts.map((value) => ({ value, label: words.sorts[value] }))
const viewIcons = { list: 'rows', grid: 'grid' } as const

interface ControlsProps {
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
  readonly view: View
  readonly onView: (view: View) => void
}

/** How items are sorted and shown. */
export function Controls({ sorting, onSort, view, onView }: ControlsProps) {
  const { sort, order } = sorting
  return (
    <div className={styles.controls}>
      <Select
        label={words.sort}
        compact
        options={options}
        value={sort}
        onChange={(next) => onSort({ sort: next, order: orderOf(next) })}
      />
      <IconButton
        icon={order === 'asc' ? 'rise' : 'fall'}
        label={words.orders[order]}
        onClick={() => onSort({ sort, order: order === 'asc' ? 'desc' : 'asc' })}
      />
      <div role="radiogroup" aria-label={words.view} className={styles.views}>
        {views.map((each) => (
          <span key={each} className={styles.view}>
            <input
              type="radio"
              name="view"
              aria-label={words.views[each]}
              title={words.views[each]}
              checked={each === view}
              onChange={() => onView(each)}
            />
            <Icon name={viewIcons[each]} />
          </span>
        ))}
      </div>
    </div>
  )
}
