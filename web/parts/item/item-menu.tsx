import type { ItemActions } from './actions.tsx'
import type { Item } from './item.ts'

interface ItemMenuProps {
  readonly item: Item
  readonly actions: ItemActions
  readonly onOpen: (item: Item) => void
  readonly onShare: (item: Item) => void
}

/** The button *Actions for name* of a row. */
export function ItemMenu(_props: ItemMenuProps) {
  return null
}
