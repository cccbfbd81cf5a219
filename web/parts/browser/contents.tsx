import { useMemo, useState } from 'react'
import { filesWords } from '../../words/words.ts'
import type { ItemActions } from '../item/actions.tsx'
import type { FolderId, Item } from '../item/item.ts'
import { itemsMax } from '../item/items.ts'
import styles from './contents.module.css'
import { ItemGrid } from './item-grid.tsx'
import { useLayout } from './layout.ts'
import type { Crumb } from './path.tsx'
import type { Sorting, View } from './place.ts'
import type { RowContext, RowExtras } from './row-parts.tsx'
import { all, clear } from './selection.ts'
import type { Go } from './use-go.ts'
import { useGridEvents } from './use-grid-events.ts'
import { useKeys } from './use-keys.ts'
import type { Selecting } from './use-selection.ts'

interface ContentsProps extends Selecting {
  readonly workspace: string
  readonly folder: FolderId
  readonly path: readonly Crumb[] | undefined
  readonly items: readonly Item[]
  readonly ids: readonly string[]
  readonly total: number
  readonly view: View
  /** Undefined: the list cannot be sorted. */
  readonly sorting: Sorting | undefined
  readonly go: Go
  readonly actions: ItemActions
  readonly focus: { readonly id: string } | undefined
  readonly onFocus: (id: string) => void
  /** For the results of a search. */
  readonly rows?: RowExtras
}

/** The items of a folder. */
export function Contents(props: ContentsProps) {
  const { workspace, folder, path, items, ids, total, view, sorting, go, actions, focus, onFocus } = props
  const { selection, select, rows } = props
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [renaming, setRenaming] = useState<string>()
  const layout = useLayout(view, frame)
  const targets = (): readonly Item[] =>
    selection.chosen.size > 0
      ? items.filter(({ id }) => selection.chosen.has(id))
      : items.filter(({ id }) => id === selection.active)
  const keyed = {
    folder,
    items,
    ids,
    layout,
    actions,
    selection,
    select,
    targets,
    onFocus,
    onOpen: go.open,
    onUp: () => go.toFolder(path?.at(-2)?.id ?? null),
    onRename: ({ id }: Item) => setRenaming(id),
  }
  const onRowKey = useKeys(keyed)
  const events = useGridEvents({ ...keyed, onRowKey, onExpect: go.expect })
  const context = useMemo<RowContext>(
    () => ({
      workspace,
      actions,
      hrefOf: go.hrefOf,
      onOpen: go.open,
      onShare: ({ id }) => go.share(id),
      ...rows,
      onRenamed: (isFocused) => {
        setRenaming(undefined)
        if (isFocused && renaming !== undefined) onFocus(renaming)
      },
    }),
    [workspace, actions, go, renaming, rows],
  )
  return (
    <>
      <ItemGrid
        {...events}
        frame={frame}
        onFrame={setFrame}
        layout={layout}
        items={items}
        total={total}
        ids={ids}
        selection={selection}
        sorting={sorting}
        onSort={go.sort}
        onSelectAll={() => select((now) => (now.chosen.size === ids.length ? clear(now) : all(now, ids)))}
        renaming={renaming}
        context={context}
        focus={focus}
      />
      {sorting && total >= itemsMax && <p className={styles.end}>{filesWords.browser.end}</p>}
    </>
  )
}
