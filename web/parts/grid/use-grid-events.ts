import { useRef, type MouseEvent, type SyntheticEvent } from 'react'
import type { Point } from '../../ui/action/menu.tsx'
import type { Item } from '../item/item.ts'
import { dragItems } from './dragging.ts'
import type { GridHandlers } from './item-grid.tsx'
import { extend, goTo, only, toggle } from '../selection/selection.ts'
import type { Keyed } from '../selection/use-keys.ts'

/** A pointer that only passes fetches nothing. */
const restMs = 60

interface GridEvents extends Keyed {
  readonly onRowKey: (event: KeyboardEvent) => boolean
  /** A right click, on what is chosen or else on this item. */
  readonly onMenu: (items: readonly Item[], at: Point) => void
  /** The person will probably open it. */
  readonly onExpect: (item: Item) => void
}

/** The row of an event. What a row's menu has elsewhere in the page does not belong to it. */
function rowOf({ target, currentTarget }: SyntheticEvent): HTMLElement | undefined {
  if (!(target instanceof Element) || !(currentTarget instanceof Element)) return undefined
  const row = currentTarget.contains(target) ? target.closest('[data-id]') : null
  return row instanceof HTMLElement ? row : undefined
}

const idOf = (row: HTMLElement | undefined): string | undefined => row?.dataset['id']

const chosenOf = ({ items, selection }: Keyed) => items.filter(({ id }) => selection.chosen.has(id))

const isIn = ({ target }: SyntheticEvent, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

/** What the grid listens to for all its rows. */
export function useGridEvents(grid: GridEvents): GridHandlers {
  const { items, ids, selection, select, onOpen, onFocus, onExpect, onMenu, onRowKey } = grid
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const itemOf = (row: HTMLElement | undefined) => items.find(({ id }) => id === idOf(row))

  const click = (event: MouseEvent) => {
    const item = itemOf(rowOf(event))
    if (!item || isIn(event, 'button, input[type="text"], [data-place] a')) return
    const { id } = item
    const adding = event.ctrlKey || event.metaKey
    const isCheck = isIn(event, '[data-check]')
    if (!isCheck) event.preventDefault()
    if (event.shiftKey) select((now) => extend(now, ids, id, adding || isCheck))
    else if (isCheck || adding) select((now) => toggle(now, id))
    else if (event.detail > 1) return
    else {
      select((now) => goTo(now, id))
      onOpen(item)
    }
    onFocus(id)
  }
  const expect = (item: Item | undefined) => {
    clearTimeout(resting.current)
    if (item?.type === 'folder') resting.current = setTimeout(onExpect, restMs, item)
  }
  return {
    onClick: click,
    onMouseDown: (event) => {
      // Otherwise the row takes the focus, and the range would begin there.
      if (event.shiftKey && rowOf(event)) event.preventDefault()
    },
    onFocus: (event) => {
      const id = idOf(rowOf(event))
      if (id === undefined) return
      if (id !== selection.active) select((now) => goTo(now, id))
      expect(itemOf(rowOf(event)))
    },
    onPointerOver: (event) => expect(itemOf(rowOf(event))),
    onKeyDown: (event) => {
      const row = rowOf(event)
      // The button of the menu and the name have keys of their own.
      if (!row || isIn(event, 'button, input[type="text"], [data-place] a')) return
      if (onRowKey(event.nativeEvent)) event.preventDefault()
    },
    onContextMenu: (event) => {
      const row = rowOf(event)
      const item = itemOf(row)
      if (!row || !item || isIn(event, 'input[type="text"]')) return
      event.preventDefault()
      // The key of the menu has no place of its own.
      const { left, bottom } = row.getBoundingClientRect()
      const at = event.clientX > 0 ? { x: event.clientX, y: event.clientY } : { x: left + 40, y: bottom }
      const isChosen = selection.chosen.has(item.id)
      select((now) => (isChosen ? { ...now, active: item.id } : goTo(now, item.id)))
      // It gives the focus back to the row.
      onFocus(item.id)
      onMenu(isChosen ? chosenOf(grid) : [item], at)
    },
    onDragStart: (event) => {
      const item = itemOf(rowOf(event))
      if (!item) return
      const isChosen = selection.chosen.has(item.id)
      if (!isChosen) select(() => only(item.id))
      dragItems(event.dataTransfer, isChosen ? chosenOf(grid) : [item])
    },
  }
}
