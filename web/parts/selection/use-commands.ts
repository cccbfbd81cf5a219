import { useEffect, useEffectEvent } from 'react'
import type { ItemActions } from '../item/actions.tsx'
import type { FolderId, Item } from '../item/item.ts'
import { isElsewhere } from './key-target.ts'
import { all, clear } from './selection.ts'
import type { Selecting } from './use-selection.ts'

interface Commanded extends Selecting {
  readonly folder: FolderId
  readonly items: readonly Item[]
  readonly ids: readonly string[]
  readonly actions: ItemActions
  readonly onUp: () => void
}

/** Keys that act on what is chosen, or on the folder, wherever the focus is. */
export function useCommands(commanded: Commanded): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!isElsewhere(event) && command(event, commanded)) event.preventDefault()
  })
  useEffect(() => {
    // Before others, or Esc would close a menu first and then clear the selection too.
    document.addEventListener('keydown', pressed, { capture: true })
    return () => document.removeEventListener('keydown', pressed, { capture: true })
  }, [])
}

/** What the selection, or else the keyboard, is at. */
const targetsOf = ({ items, selection: { chosen, active } }: Commanded): readonly Item[] =>
  items.filter(({ id }) => (chosen.size > 0 ? chosen.has(id) : id === active))

/** Returns whether this is a command. */
function command(event: KeyboardEvent, commanded: Commanded): boolean {
  const { key, ctrlKey, metaKey, shiftKey } = event
  const { ids, selection, select, actions, folder, onUp } = commanded
  const withTargets = (run: (items: readonly Item[]) => void): boolean => {
    const targets = targetsOf(commanded)
    if (targets.length > 0) run(targets)
    return targets.length > 0
  }
  if (shiftKey) return false
  if (ctrlKey || metaKey) {
    if (key === 'a') select((now) => all(now, ids))
    else if (key === 'x') return withTargets(actions.cut)
    else if (key === 'c') return getSelection()?.isCollapsed !== false && withTargets(actions.copy)
    else if (key === 'v' && actions.canPaste) actions.paste(folder)
    else if (metaKey && key === 'Backspace') return withTargets(actions.remove)
    else return false
    return true
  }
  if (key === 'Delete') return withTargets(actions.remove)
  if (key === 'Escape' && selection.chosen.size > 0) select(clear)
  else if (key === 'Backspace' && folder !== null) onUp()
  else return false
  return true
}
