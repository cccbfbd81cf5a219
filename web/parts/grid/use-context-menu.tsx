import { useState, type ReactNode } from 'react'
import type { Point } from '../../ui/action/menu.tsx'
import type { Item } from '../item/item.ts'
import { ItemContextMenu } from '../item/item-menu.tsx'
import type { RowContext } from './row-parts.tsx'

interface ContextMenu {
  readonly menu: ReactNode
  readonly onMenu: (items: readonly Item[], at: Point) => void
}

/** The menu of a right click. */
export function useContextMenu({ actions, onOpen, onShare }: RowContext): ContextMenu {
  const [of, setOf] = useState<{ readonly items: readonly Item[]; readonly at: Point }>()
  const [isOpen, setOpen] = useState(false)
  return {
    menu: of && (
      <ItemContextMenu
        items={of.items}
        at={isOpen ? of.at : undefined}
        onClose={() => setOpen(false)}
        actions={actions}
        onOpen={onOpen}
        onShare={onShare}
      />
    ),
    onMenu: (items, at) => {
      setOf({ items, at })
      setOpen(true)
    },
  }
}
