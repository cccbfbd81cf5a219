import { useEffect, useEffectEvent, useRef } from 'react'
import { isPage } from './key-target.ts'
import { only } from './selection.ts'
import type { Selecting } from './use-selection.ts'

/** Menus and dialogs give the focus back to what may be gone. */
const closingMs = 250

/** When what had the focus is gone, such as a row that was deleted, the keyboard goes on in the list. */
function useKeptFocus(
  ids: readonly string[],
  active: string | undefined,
  onFocus: (id: string) => void,
): void {
  const last = useRef<EventTarget>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      last.current = target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  const look = useEffectEvent((listed: readonly string[]) => {
    const isGone = last.current instanceof Node && !last.current.isConnected
    if (isGone && document.activeElement === document.body && active !== undefined && listed.includes(active))
      onFocus(active)
  })
  useEffect(() => {
    look(ids)
    const timer = setTimeout(() => look(ids), closingMs)
    return () => clearTimeout(timer)
  }, [ids])
}

/** In a folder that was opened from another one, the keyboard goes on at once. */
function useFirstFocus(isWanted: boolean, id: string | undefined, onFocus: (id: string) => void): void {
  const isDone = useRef(!isWanted)
  useEffect(() => {
    if (isDone.current || id === undefined) return
    isDone.current = true
    if (isPage(document.activeElement)) onFocus(id)
  }, [id, onFocus])
}

/** A new folder is shown once it is listed. */
function useCreated(id: string | undefined, ids: readonly string[], show: (id: string) => void): void {
  const shown = useRef<string>(undefined)
  const onListed = useEffectEvent(show)
  useEffect(() => {
    if (id === undefined || id === shown.current || !ids.includes(id)) return
    shown.current = id
    onListed(id)
  }, [id, ids])
}

interface Focusing {
  readonly ids: readonly string[]
  /** A folder that was created here. */
  readonly created: string | undefined
  /** Whether another folder was open before. */
  readonly left: object | undefined
  readonly selecting: Selecting
  readonly onFocus: (id: string) => void
}

/** Where the keyboard goes by itself. */
export function useFocus({ ids, created, left, selecting, onFocus }: Focusing): void {
  const { selection, select } = selecting
  const active = selection.active ?? ids[0]
  useCreated(created, ids, (id) => {
    select(() => only(id))
    onFocus(id)
  })
  useKeptFocus(ids, active, onFocus)
  useFirstFocus(left !== undefined, ids.length === 0 ? undefined : active, onFocus)
}
