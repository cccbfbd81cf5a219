import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** As near to the end counts as being there. */
const nearPx = 40
/** Older texts are fetched before they are reached. */
const aheadPx = 600
/** Props of the scrolling box: arrow keys scroll what has the focus. */
export const scrolledByKeys = { tabIndex: 0 }

/** Other browsers are helped when something is added below. */
const keepsPlace = () => CSS.supports('overflow-anchor', 'auto')

interface NewestOptions {
  /** Changes with each text that is added at the end. */
  readonly newestKey: string | number | undefined
  /** The newest text was written here. */
  readonly newestIsOwn: boolean
  readonly onTop: () => void
}

/**
 * The scrolling of texts, in a box whose content is laid out from its end: it opens at the newest, stays there, and keeps
 * its place when older ones are added. A person who has scrolled up stays where they are.
 */
export function useNewest({ newestKey, newestIsOwn, onTop }: NewestOptions) {
  const box = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const height = useRef(0)
  const shownKey = useRef(newestKey)

  const toEnd = () => box.current?.scrollTo({ top: 0 })
  const look = () => {
    const { current: element } = box
    if (!element) return
    // Zero at the end, and negative above it.
    const { scrollTop, scrollHeight, clientHeight } = element
    setAtEnd(scrollTop > -nearPx)
    if (scrollHeight - clientHeight + scrollTop < aheadPx) onTop()
  }

  useLayoutEffect(() => {
    const { current: element } = box
    if (!element) return
    const grownBy = element.scrollHeight - height.current
    height.current = element.scrollHeight
    if (newestKey === shownKey.current) return
    shownKey.current = newestKey
    if (newestIsOwn || isAtEnd) element.scrollTo({ top: 0 })
    else if (!keepsPlace() && grownBy > 0) element.scrollBy({ top: -grownBy })
  })
  // Also when the first page is shorter than the box.
  useEffect(look)
  return { box, isAtEnd, look, toEnd }
}
