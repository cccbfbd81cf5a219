import { useLayoutEffect, useState, type RefObject } from 'react'
import type { View } from './place.ts'
import { useMedia, useNarrow } from './use-media.ts'

export interface Layout {
  readonly view: View
  readonly columns: number
  /** Of a row, with the gap below it. */
  readonly height: number
  /** Names are above facts. */
  readonly isNarrow: boolean
}

const tileWidthMin = 168
const tileWidthMinNarrow = 148
export const tileGap = 12
const tileHeight = 188

/** How many rows and columns of which size the width has room for. */
export function useLayout(view: View, frame: RefObject<HTMLElement | null>): Layout {
  const isNarrow = useNarrow()
  const isCoarse = useMedia('(pointer: coarse)')
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  if (view === 'list') return { view, columns: 1, height: isNarrow ? 60 : isCoarse ? 44 : 40, isNarrow }
  const columns = Math.floor((width + tileGap) / ((isNarrow ? tileWidthMinNarrow : tileWidthMin) + tileGap))
  return { view, columns: Math.max(1, columns), height: tileHeight + tileGap, isNarrow }
}
