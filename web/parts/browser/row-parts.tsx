import { memo, useState, type ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { filesWords, grammar } from '../../words/words.ts'
import type { ItemActions } from '../item/actions.tsx'
import type { Item } from '../item/item.ts'
import { ItemMenu } from '../item/item-menu.tsx'
import styles from './row.module.css'

const words = filesWords.browser

export interface RowExtras {
  /** In place of the name: with what was searched for. */
  readonly nameOf: (item: Item) => ReactNode
  /** Where the item is, in a list from several folders. */
  readonly placeOf: (item: Item, isActive: boolean) => ReactNode
}

/** What all rows have in common. */
export interface RowContext extends Partial<RowExtras> {
  readonly workspace: string
  readonly actions: ItemActions
  readonly onOpen: (item: Item) => void
  readonly onShare: (item: Item) => void
  readonly onRenamed: (focus: boolean) => void
  /** Where a click leads, for other tabs. */
  readonly hrefOf: (item: Item) => string
}

export interface RowProps {
  readonly item: Item
  readonly context: RowContext
  /** Among all items, from 0. */
  readonly index: number
  /** Rows above the first item. */
  readonly heads: number
  /** Pixels below the top of the list. */
  readonly top: number
  readonly isChosen: boolean
  /** Has the keyboard. */
  readonly isActive: boolean
  readonly isCut: boolean
  readonly isRenaming: boolean
  /** The list is moving fast: what costs time waits. */
  readonly isHurried: boolean
}

/** Attributes of a row or tile, which the list listens by. */
export const rowAttributes = ({ item, index, heads, isChosen, isActive, isRenaming }: RowProps) => ({
  role: 'row',
  'aria-rowindex': index + heads + 1,
  'aria-selected': isChosen,
  tabIndex: isActive ? 0 : -1,
  draggable: !isRenaming,
  'data-id': item.id,
  'data-name': item.name,
  ...(item.type === 'folder' && { 'data-folder': item.id }),
})

/** False as long as the list has been moving since the row appeared. */
export function useSettled(isHurried: boolean): boolean {
  const [isSettled, setSettled] = useState(!isHurried)
  if (!isHurried && !isSettled) setSettled(true)
  return isSettled
}

export const sizeOf = ({ type, size }: Item): string => (type === 'folder' ? '–' : grammar.bytes(size))

export const SharedMark = ({ item }: { readonly item: Item }) =>
  item.share_active && (
    <span className={styles.shared} title={words.shared}>
      <Icon name="link" size={16} />
      <span className="visually-hidden">{words.shared}</span>
    </span>
  )

interface RowMenuProps {
  readonly item: Item
  readonly context: RowContext
}

export const MenuOfRow = memo(({ item, context: { actions, onOpen, onShare } }: RowMenuProps) => (
  <ItemMenu item={item} actions={actions} onOpen={onOpen} onShare={onShare} />
))
