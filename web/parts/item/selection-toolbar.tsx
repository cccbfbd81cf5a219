import type { ItemActions } from './actions.tsx'
import type { Item } from './item.ts'

interface SelectionToolbarProps {
  readonly items: readonly Item[]
  readonly actions: ItemActions
  readonly onShare: (item: Item) => void
  readonly onClear: () => void
}

/** The toolbar *Selection*. */
export function SelectionToolbar(_props: SelectionToolbarProps) {
  return null
}
