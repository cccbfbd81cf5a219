import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Session, Workspace } from '../session/session.ts'
import { mainDestinations, operatorDestinations, type Destination } from './destinations.ts'
import type { Overlay } from './shell.tsx'

/** How long `g` waits for its letter. */
const sequenceMs = 1500

/** The pages with a letter. */
export const lettered = (workspace: Workspace | undefined, session: Session): readonly Destination[] =>
  [
    ...(workspace ? mainDestinations(workspace).flatMap(({ items }) => items) : []),
    ...operatorDestinations(session),
  ].filter(({ letter }) => letter !== undefined)

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input, textarea, select, [contenteditable], [role="combobox"]')

/** Toasts are dialogs too, but not modal ones. */
const overlaid = (): boolean =>
  document.querySelector('[role="dialog"]:not([aria-modal="false"]), [role="menu"], [role="listbox"]') !==
  null

/** Ctrl/Cmd-K, `?`, `/`, and `g` with a letter. */
export function useHotkeys(
  workspace: Workspace | undefined,
  session: Session,
  open: (overlay: Overlay) => void,
): void {
  const navigate = useNavigate()
  const sequence = useRef(-sequenceMs)
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') {
      event.preventDefault()
      return open('jump')
    }
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || typing(event.target) || overlaid()) return
    const inSequence = event.timeStamp - sequence.current < sequenceMs
    sequence.current = !inSequence && key === 'g' ? event.timeStamp : -sequenceMs
    if (inSequence) {
      const destination = lettered(workspace, session).find(({ letter }) => letter === key)
      if (destination) void navigate({ to: destination.to })
    } else if (key === '?') open('shortcuts')
    else if (key === '/' && focusSearch()) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]')
  search?.focus()
  search?.select()
  return search !== null
}
