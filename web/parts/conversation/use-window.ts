import { useLayoutEffect, useState, type RefObject } from 'react'

const around = 6

export interface RowWindow {
  /** The first row that is rendered, and the one after the last. */
  readonly from: number
  readonly to: number
}

/** Which rows of one height are rendered in a box that scrolls: those in view and a few around them. */
export function useWindow(box: RefObject<HTMLElement | null>, count: number, rowPx: number): RowWindow {
  const [view, setView] = useState({ from: 0, to: 2 * around })
  useLayoutEffect(() => {
    const { current: element } = box
    if (!element) return
    const look = () => {
      const from = Math.max(0, Math.floor(element.scrollTop / rowPx) - around)
      const to = Math.ceil((element.scrollTop + element.clientHeight) / rowPx) + around
      setView((now) => (now.from === from && now.to === to ? now : { from, to }))
    }
    look()
    const sized = new ResizeObserver(look)
    sized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box, rowPx])
  return { from: Math.min(view.from, count), to: Math.min(view.to, count) }
}
