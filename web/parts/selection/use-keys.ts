import { useEffect, useEffectEvent, useRef } from 'react'
import type { Item } from '../item/item.ts'
import { isElsewhere, isPage } from './key-target.ts'
import type { Layout } from '../grid/layout.ts'
import { moveOf } from './moves.ts'
import { extend, goTo, toggle } from './selection.ts'
import { typeahead } from './typeahead.ts'
import type { Selecting } from './use-selection.ts'

export interface Keyed extends Selecting {
  readonly items: readonly Item[]
  readonly ids: readonly string[]
  readonly layout: Layout
  readonly onOpen: (item: Item) => void
  readonly onRename: (item: Item) => void
  readonly onFocus: (id: string) => void
}

/** What covers rows at the top of the window, roughly. */
const coveredPx = 200

/** Keys of a row: they move, choose, open, and rename. Returns what handles them, and whether it did. */
export function useKeys(keyed: Keyed): (event: KeyboardEvent) => boolean {
  const find = useRef(typeahead())
  const { items, ids, selection, select, layout, onFocus, onOpen, onRename } = keyed
  const index = selection.active === undefined ? -1 : ids.indexOf(selection.active)

  const go = (to: number, isRange: boolean) => {
    const id = ids[to]
    if (id === undefined) return
    select((now) => (isRange ? extend(now, ids, id) : goTo(now, id)))
    onFocus(id)
  }
  const move = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const page = Math.max(1, Math.floor((innerHeight - coveredPx) / layout.height))
    const to = moveOf(key, { index, count: ids.length, columns: layout.columns, page })
    if (to === undefined || ((ctrlKey || metaKey) && key !== 'Home' && key !== 'End')) return false
    go(to, shiftKey)
    return true
  }
  const type = ({ key, timeStamp, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    if (ctrlKey || metaKey || !/^[\p{L}\p{N}._-]$/u.test(key)) return false
    const names = items.map(({ name }) => name)
    go(find.current(key, timeStamp, names, index), false)
    return true
  }
  const act = (event: KeyboardEvent): boolean => {
    const item = items[Math.max(index, 0)]
    if (!item) return false
    if (event.key === ' ') select((now) => toggle(now, item.id))
    else if (event.key === 'Enter') onOpen(item)
    else if (event.key === 'F2') onRename(item)
    else return type(event)
    return true
  }

  const onPage = useEffectEvent((event: KeyboardEvent) => {
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (isArrow && isPage(event.target) && !isElsewhere(event) && move(event)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onPage)
    return () => document.removeEventListener('keydown', onPage)
  }, [])
  return (event) => !event.altKey && (move(event) || act(event))
}
