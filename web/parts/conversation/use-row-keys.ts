import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

interface RowKeysOptions {
  readonly count: number
  readonly rowPx: number
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -8, PageDown: 8 }

const rowAt = (target: EventTarget | null): number | undefined => {
  const index = (target as Element | null)?.closest<HTMLElement>('[data-row]')?.dataset['row']
  return index === undefined ? undefined : Number(index)
}

/** Arrow keys in a long list. One row is in the tab order: the one that has or had the focus. */
export function useRowKeys(box: RefObject<HTMLElement | null>, { count, rowPx }: RowKeysOptions): number {
  const [current, setCurrent] = useState(0)
  const wanted = useRef<number>(undefined)
  const focusWanted = () => {
    if (wanted.current === undefined) return
    const link = box.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`)
    if (!link) return
    wanted.current = undefined
    link.focus({ preventScroll: true })
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    // Keys may be faster than the focus.
    const at = wanted.current ?? rowAt(event.target)
    const step = steps[event.key]
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : step && (at ?? 0) + step
    if (at === undefined || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const next = Math.min(Math.max(0, to), count - 1)
    wanted.current = next
    const { current: element } = box
    if (element) {
      const above = next * rowPx
      const below = above + rowPx - element.clientHeight
      if (element.scrollTop > above) element.scrollTo({ top: above })
      else if (element.scrollTop < below) element.scrollTo({ top: below })
    }
    setCurrent(next)
    focusWanted()
  })
  useEffect(() => {
    const { current: element } = box
    const see = ({ target }: FocusEvent) => setCurrent((now) => rowAt(target) ?? now)
    element?.addEventListener('keydown', press)
    element?.addEventListener('focusin', see)
    return () => {
      element?.removeEventListener('keydown', press)
      element?.removeEventListener('focusin', see)
    }
  }, [box])
  // The row is rendered after the box has scrolled to it.
  useEffect(focusWanted)
  return Math.min(current, Math.max(0, count - 1))
}
