import { useLayoutEffect, useRef } from 'react'
import type { Layout } from './layout.ts'
import type { Sorting } from '../item/place.ts'

interface Anchored {
  readonly ids: readonly string[]
  readonly sorting: Sorting | undefined
  /** Of the first row, in pixels of the page. */
  readonly top: number
  readonly layout: Layout
  /** What covers rows at the top of the window. */
  readonly covered: number
}

/** How far to look for a neighbor of a row that is gone. */
const neighborsMax = 100

/** Keeps the rows on screen in their place when others appear or go above them. */
export function useAnchor(now: Anchored): void {
  const last = useRef<Anchored>(undefined)
  useLayoutEffect(() => {
    const before = last.current
    last.current = now
    if (!before || before.ids === now.ids || !isAlike(before, now)) return
    const { columns, height } = now.layout
    const row = Math.floor((scrollY + now.covered - now.top) / height)
    // The first row is on screen: what is new above the others shows there.
    if (row <= 0) return
    const there = new Map(now.ids.map((id, index) => [id, index]))
    const from = row * columns
    const neighbors = before.ids.slice(from, from + neighborsMax)
    const offset = neighbors.findIndex((id) => there.has(id))
    const index = there.get(neighbors[offset] ?? '')
    if (index === undefined) return
    const moved = Math.floor(index / columns) - Math.floor((from + offset) / columns)
    if (moved !== 0) scrollBy({ top: moved * height, behavior: 'instant' })
  })
}

/** Whether rows are where they were, but for those that are new or gone. */
const isAlike = ({ layout, sorting }: Anchored, now: Anchored): boolean =>
  layout.columns === now.layout.columns &&
  layout.height === now.layout.height &&
  sorting?.sort === now.sorting?.sort &&
  sorting?.order === now.sorting?.order
