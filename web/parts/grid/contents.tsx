import { useMemo, useState } from 'react'
import type { ItemActions } from '../item/actions.tsx'
import type { Item } from '../item/item.ts'
import { ItemGrid } from './item-grid.tsx'
import { useLayout } from './layout.ts'
import { openPace } from './pace.ts'
import type { Sorting, View } from '../item/place.ts'
import type { RowContext } from './row-parts.tsx'
import { all, clear } from '../selection/selection.ts'
import type { Go } from '../item/use-go.ts'
import { useContextMenu } from './use-context-menu.tsx'
import { useGridEvents } from './use-grid-events.ts'
import { useKeys } from '../selection/use-keys.ts'
import { useNarrow } from './use-media.ts'
import type { Selecting } from '../selection/use-selection.ts'

interface ContentsProps extends Selecting, Pick<RowContext, 'nameOf' | 'placeOf'> {
  readonly workspace: string
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
}

/** The items of a folder, or of a search. */
export function Contents(props: ContentsProps) {
  const { workspace, items, ids, total, view, sorting, go, actions, focus, onFocus } = props
  const { selection, select, nameOf, placeOf } = props
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [renaming, setRenaming] = useState<string>()
  const layout = useLayout(view, frame)
  const [pace] = useState(openPace)
  const isNarrow = useNarrow()
  const context = useMemo<RowContext>(
    () => ({
      workspace,
      pace,
      isNarrow,
      actions,
      hrefOf: go.hrefOf,
      onOpen: go.open,
      onShare: ({ id }) => go.share(id),
      onRenamed: (isFocused) => {
        setRenaming(undefined)
        if (isFocused && renaming !== undefined) onFocus(renaming)
      },
      nameOf,
      placeOf,
    }),
    [workspace, pace, isNarrow, actions, go, renaming, onFocus, nameOf, placeOf],
  )
  const keyed = {
    items,
    ids,
    layout,
    selection,
    select,
    onFocus,
    onOpen: go.open,
    onRename: ({ id }: Item) => setRenaming(id),
  }
  const onRowKey = useKeys(keyed)
  const { menu, onMenu } = useContextMenu(context)
  const handlers = useGridEvents({ ...keyed, onRowKey, onMenu, onExpect: go.expect })
  return (
    <>
      <ItemGrid
        handlers={handlers}
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
      {menu}
    </>
  )
}
