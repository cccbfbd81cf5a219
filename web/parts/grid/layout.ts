import { useLayoutEffect, useMemo, useState } from 'react'
import type { View } from '../item/place.ts'
import { useMedia, useNarrow } from './use-media.ts'

export interface Layout {
  readonly view: View
  readonly columns: number
  /** Of a row, with the gap below it. */
  readonly height: number
}

const tileWidthMin = 168
const tileWidthMinNarrow = 148
export const tileGap = 12
const tileHeight = 188

/** How many rows and columns of which size the width has room for. */
export function useLayout(view: View, frame: HTMLElement | null): Layout {
  const isNarrow = useNarrow()
  const isCoarse = useMedia('(pointer: coarse)')
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!frame) return
    // It reports the first size too, before the browser paints.
    const observer = new ResizeObserver(() => setWidth(frame.clientWidth))
    observer.observe(frame)
    return () => observer.disconnect()
  }, [frame])
  const gap = tileGap
  const tileMin = (isNarrow ? tileWidthMinNarrow : tileWidthMin) + gap
  const columns = view === 'list' ? 1 : Math.max(1, Math.floor((width + gap) / tileMin))
  const height = view === 'grid' ? tileHeight + gap : isNarrow ? 60 : isCoarse ? 44 : 40
  return useMemo(() => ({ view, columns, height }), [view, columns, height])
}
