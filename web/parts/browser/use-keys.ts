import { useEffect, useEffectEvent, useRef } from 'react'
import type { FolderId, Item } from '../item/item.ts'
import type { ItemActions } from '../item/actions.tsx'
import type { Layout } from './layout.ts'
import { moveOf } from './moves.ts'
import { all, clear, extend, goTo, toggle } from './selection.ts'
import { typeahead } from './typeahead.ts'
import type { Selecting } from './use-selection.ts'

export interface Keyed extends Selecting {
  readonly folder: FolderId
  readonly items: readonly Item[]
  readonly ids: readonly string[]
  readonly layout: Layout
  readonly actions: ItemActions
  /** What the selection, or else the keyboard, is at. */
  readonly targets: () => readonly Item[]
  readonly onOpen: (item: Item) => void
  readonly onUp: () => void
  readonly onRename: (item: Item) => void
  readonly onFocus: (id: string) => void
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable], [role="combobox"]')

const overlaid = (): boolean =>
  document.querySelector('[role="dialog"]:not([aria-modal="false"]), [role="menu"], [role="listbox"]') !==
  null

/** The page itself: nothing in it has the focus. */
const isPage = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof HTMLElement && target.localName === 'main')

/** Keys of the grid, which partly work wherever the focus is. Returns what handles those of a row. */
export function useKeys(keyed: Keyed): (event: KeyboardEvent) => boolean {
  const find = useRef(typeahead())
  const { items, ids, selection, select, layout, onFocus, onOpen, onRename } = keyed
  const index = selection.active === undefined ? -1 : ids.indexOf(selection.active)

  const go = (to: number, ranging: boolean) => {
    const id = ids[to]
    if (id === undefined) return
    select((now) => (ranging ? extend(now, ids, id) : goTo(now, id)))
    onFocus(id)
  }
  const move = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const page = Math.max(1, Math.floor((innerHeight - 200) / layout.height))
    const to = moveOf(key, { index, count: ids.length, columns: layout.columns, page })
    if (to === undefined || ((ctrlKey || metaKey) && key !== 'Home' && key !== 'End')) return false
    go(to, shiftKey)
    return true
  }
  const type = ({ key, timeStamp, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    if (ctrlKey || metaKey || !/^[\p{L}\p{N}._-]$/u.test(key)) return false
    const names = items.map(({ name }) => name)
    const to = find.current(key, timeStamp, names, index)
    if (to >= 0) go(to, false)
    return true
  }
  /** Only where a row has the focus. */
  const onRow = (event: KeyboardEvent): boolean => {
    const item = items[Math.max(index, 0)]
    if (!item) return false
    if (event.key === ' ') select((now) => toggle(now, item.id))
    else if (event.key === 'Enter') onOpen(item)
    else if (event.key === 'F2') onRename(item)
    else return type(event)
    return true
  }
  const inGrid = (event: KeyboardEvent): boolean =>
    !event.altKey && (move(event) || command(event, keyed) || onRow(event))

  const onPage = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (event.defaultPrevented || event.altKey || typing(target) || overlaid()) return
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp'
    if (command(event, keyed) || (isArrow && isPage(target) && move(event))) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onPage)
    return () => document.removeEventListener('keydown', onPage)
  }, [])
  return inGrid
}

/** Keys that act on what is chosen, or on the folder. Returns whether this is one. */
function command(event: KeyboardEvent, keyed: Keyed): boolean {
  const { key, ctrlKey, metaKey, shiftKey } = event
  const { ids, selection, select, actions, folder, onUp, targets } = keyed
  const chosen = targets()
  const onChosen = (run: (items: readonly Item[]) => void): boolean => {
    if (chosen.length > 0) run(chosen)
    return chosen.length > 0
  }
  if ((ctrlKey || metaKey) && !shiftKey) {
    if (key === 'a') select((now) => all(now, ids))
    else if (key === 'x') return onChosen(actions.cut)
    else if (key === 'c') return getSelection()?.isCollapsed !== false && onChosen(actions.copy)
    else if (key === 'v' && actions.canPaste) actions.paste(folder)
    else if (metaKey && key === 'Backspace') return onChosen(actions.remove)
    else return false
    return true
  }
  if (ctrlKey || metaKey || shiftKey) return false
  if (key === 'Delete') return onChosen(actions.remove)
  if (key === 'Escape' && selection.chosen.size > 0) select(clear)
  else if (key === 'Backspace' && folder !== null) onUp()
  else return false
  return true
}
