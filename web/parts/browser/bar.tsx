import { filesWords } from '../../words/words.ts'
import type { ItemActions } from '../item/actions.tsx'
import type { Item } from '../item/item.ts'
import styles from './bar.module.css'
import { Controls } from './controls.tsx'
import type { Sorting, View } from '../item/place.ts'
import { clear } from '../selection/selection.ts'
import { Storage } from './storage.tsx'
import type { Go } from '../item/use-go.ts'
import { SelectionToolbar } from '../item/selection-toolbar.tsx'
import { useNarrow } from '../grid/use-media.ts'
import type { Selecting } from '../selection/use-selection.ts'

const words = filesWords.browser

interface BarProps extends Selecting {
  readonly workspace: string
  readonly items: readonly Item[]
  /** Undefined: it is loading. */
  readonly count: number | undefined
  /** Bytes of all that is below. Undefined: nobody counts them. */
  readonly size: number | undefined
  readonly sorting: Sorting
  readonly view: View
  readonly go: Go
  readonly actions: ItemActions
  readonly onFocus: (id: string) => void
}

const factsOf = (count: number, size: number | undefined): string =>
  size === undefined ? words.items(count) : words.facts(count, size)

/** What is here and how it is shown; with a selection, what can be done with that. */
export function Bar(props: BarProps) {
  const { workspace, items, count, size, sorting, view, go, actions, selection, select, onFocus } = props
  const { chosen, active } = selection
  const clearAll = () => {
    select(clear)
    if (active !== undefined) onFocus(active)
  }
  const isNarrow = useNarrow()
  // Rows stay where they are when something is chosen, so the bar keeps its height.
  return (
    <>
      {isNarrow && <Storage workspace={workspace} />}
      <div className={styles.bar}>
        <output className="visually-hidden">{chosen.size > 0 && words.selected(chosen.size)}</output>
        {chosen.size > 0 ? (
          <SelectionToolbar
            items={items.filter(({ id }) => chosen.has(id))}
            actions={actions}
            onShare={({ id }) => go.share(id)}
            onClear={clearAll}
          />
        ) : (
          <>
            {!isNarrow && <Storage workspace={workspace} />}
            <span className={styles.count}>{count !== undefined && count > 0 && factsOf(count, size)}</span>
            <Controls sorting={sorting} onSort={go.sort} view={view} onView={go.view} />
          </>
        )}
      </div>
    </>
  )
}
