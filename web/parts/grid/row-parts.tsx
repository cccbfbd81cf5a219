import { memo, type ReactNode } from 'react'
import { RowMenuTabStop } from '../../ui/action/menu.tsx'
import { Icon } from '../../ui/icon.tsx'
import { filesWords, grammar } from '../../words/words.ts'
import type { ItemActions } from '../item/actions.tsx'
import type { Item } from '../item/item.ts'
import { ItemIcon } from '../item/item-icon.tsx'
import { ItemMenu } from '../item/item-menu.tsx'
import { useSettled, type Pace } from './pace.ts'
import styles from './row.module.css'

const words = filesWords.browser

/** What all rows have in common. */
export interface RowContext {
  readonly workspace: string
  readonly pace: Pace
  /** Facts are below the name instead of in columns. */
  readonly isNarrow: boolean
  readonly actions: ItemActions
  readonly onOpen: (item: Item) => void
  readonly onShare: (item: Item) => void
  readonly onRenamed: (focus: boolean) => void
  /** Where a click leads, for other tabs. */
  readonly hrefOf: (item: Item) => string
  /** In place of the name: with what was searched for. */
  readonly nameOf?: ((item: Item) => ReactNode) | undefined
  /** Where the item is, in a list from several folders. */
  readonly placeOf?: ((item: Item, isActive: boolean) => ReactNode) | undefined
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

export const sizeOf = ({ type, size }: Item): string => (type === 'folder' ? '–' : grammar.bytes(size))

export const SharedMark = ({ item }: { readonly item: Item }) =>
  item.share_active && (
    <span className={styles.shared} title={words.shared}>
      <Icon name="link" size={16} />
      <span className="visually-hidden">{words.shared}</span>
    </span>
  )

interface RowPartProps {
  readonly item: Item
  readonly context: RowContext
}

/** An icon, and once the list rests the picture. */
export function Picture({ item, context: { workspace, pace }, size }: RowPartProps & { readonly size?: 24 }) {
  const isSettled = useSettled(pace)
  return <ItemIcon item={item} workspace={isSettled ? workspace : undefined} {...(size && { size })} />
}

interface MenuOfRowProps extends RowPartProps {
  readonly isActive: boolean
}

/** The menu, once the list rests. */
export const MenuOfRow = memo(({ item, context, isActive }: MenuOfRowProps) => {
  const { actions, onOpen, onShare, pace } = context
  if (!useSettled(pace)) return null
  return (
    <RowMenuTabStop value={isActive}>
      <ItemMenu item={item} actions={actions} onOpen={onOpen} onShare={onShare} />
    </RowMenuTabStop>
  )
})
