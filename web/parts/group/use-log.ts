import { useLayoutEffect, useRef, useState } from 'react'
import type { Entry } from './entries.ts'

/** As far from the end, in px, one still reads the newest text. */
const endPxMax = 48

/**
 * A list that grows at both ends. It stays at its end while that is in view; otherwise nothing that is read moves, and
 * `unseen` counts what was added below.
 */
export function useLog(entries: readonly Entry[]) {
  const log = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const before = useRef({ first: 0, height: 0, top: 0 })
  const [seen, setSeen] = useState(0)
  const [first, last] = [entries[0]?.id ?? 0, entries.at(-1)?.id ?? 0]

  const toEnd = () => {
    const box = log.current
    if (box) box.scrollTop = box.scrollHeight
    atEnd.current = true
    setSeen(last)
  }
  useLayoutEffect(() => {
    const box = log.current
    if (!box) return
    if (atEnd.current) {
      box.scrollTop = box.scrollHeight
      setSeen(last)
    } else if (first !== before.current.first && box.scrollTop === before.current.top)
      // Browsers anchor what is read themselves, unless it begins at the very top.
      box.scrollTop += box.scrollHeight - before.current.height
    before.current = { first, height: box.scrollHeight, top: box.scrollTop }
  })
  const onScroll = () => {
    const box = log.current
    if (!box) return
    before.current.top = box.scrollTop
    atEnd.current = box.scrollHeight - box.clientHeight - box.scrollTop < endPxMax
    if (atEnd.current) setSeen(last)
  }
  return { log, onScroll, toEnd, unseen: entries.filter(({ id }) => id > seen).length }
}
