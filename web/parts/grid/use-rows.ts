import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
  type VirtualItem,
} from '@tanstack/react-virtual'
import { useLayoutEffect, useReducer, useState } from 'react'

interface RowsOptions {
  readonly count: number
  readonly height: number
  /** Of the first one, in pixels of the page. */
  readonly top: number
  /** What covers rows at the top of the window. */
  readonly covered: number
  /** Stays rendered wherever it is. -1: none. */
  readonly kept: number
}

export interface Rows {
  /** Those on screen and around it. */
  readonly shown: readonly VirtualItem[]
  readonly totalHeight: number
  readonly isScrolling: boolean
  readonly scrollTo: (row: number) => void
}

const around = 8

/** The rows of a long list that are rendered: those on screen. The window scrolls. */
export function useRows({ count, height, top, covered, kept }: RowsOptions): Rows {
  const rerender = useReducer((renders: number) => renders + 1, 0)[1]
  const options = {
    count,
    estimateSize: () => height,
    overscan: around,
    scrollMargin: top,
    scrollPaddingStart: covered,
    scrollPaddingEnd: height,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => scrollY,
    onChange: rerender,
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
      const shown = defaultRangeExtractor(range)
      return kept < 0 || shown.includes(kept) ? shown : [...shown, kept].toSorted((a, b) => a - b)
    },
  }
  const [rows] = useState(() => new Virtualizer<Window, Element>(options))
  rows.setOptions(options)
  // These two connect it, as its own hook for React does. That hook is not made for the rules of React's compiler.
  useLayoutEffect(() => rows._didMount(), [rows])
  useLayoutEffect(() => rows._willUpdate())
  useLayoutEffect(() => {
    if (height > 0) rows.measure()
  }, [rows, height])
  return {
    shown: rows.getVirtualItems(),
    totalHeight: rows.getTotalSize(),
    isScrolling: rows.isScrolling,
    scrollTo: (row) => rows.scrollToIndex(row, { align: 'auto' }),
  }
}
