import { MenuAt, MenuItem, MenuRule, RowMenu, type Point } from '../../ui/action/menu.tsx'
import { itemWords as words } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import type { ItemActions } from './actions.tsx'
import type { Item } from './item.ts'
import { act, obstacleTo, verbs } from './verbs.ts'

interface ItemMenuProps {
  readonly item: Item
  readonly actions: ItemActions
  readonly onOpen: (item: Item) => void
  readonly onShare: (item: Item) => void
}

/** The button *Actions for name* of a row. */
export function ItemMenu({ item, ...handlers }: ItemMenuProps) {
  return (
    <RowMenu name={item.name}>
      <ItemMenuItems items={[item]} {...handlers} />
    </RowMenu>
  )
}

interface ItemMenuItemsProps extends Omit<ItemMenuProps, 'item'> {
  readonly items: readonly Item[]
}

/** Open, and what the toolbar has. */
function ItemMenuItems({ items, actions, onOpen, onShare }: ItemMenuItemsProps) {
  const hasFiles = useWorkspace().services.includes('files')
  const [first] = items
  return (
    <>
      {items.length === 1 && first && (
        <>
          <MenuItem icon={first.type === 'folder' ? 'folder' : 'eye'} onSelect={() => onOpen(first)}>
            {words.open}
          </MenuItem>
          <MenuRule />
        </>
      )}
      {verbs.map(({ verb, icon }) => (
        <MenuItem
          key={verb}
          icon={icon}
          disabledReason={obstacleTo(verb, items, hasFiles)}
          onSelect={() => act(verb, items, { actions, onShare })}
        >
          {words.verbs[verb]}
        </MenuItem>
      ))}
    </>
  )
}

interface ItemContextMenuProps extends ItemMenuItemsProps {
  /** Where the pointer was, in the window. Undefined: closed. */
  readonly at: Point | undefined
  readonly onClose: () => void
}

/** The same for all chosen items, at the pointer. */
export function ItemContextMenu({ at, onClose, ...handlers }: ItemContextMenuProps) {
  return (
    <MenuAt at={at} onClose={onClose}>
      <ItemMenuItems {...handlers} />
    </MenuAt>
  )
}
