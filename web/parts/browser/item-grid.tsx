import { useWindowVirtualizer, defaultRangeExtractor } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, type ComponentProps, type CSSProperties } from 'react'
import { SkeletonLine } from '../../ui/page/skeleton.tsx'
import { filesWords } from '../../words/words.ts'
import type { Item } from '../item/item.ts'
import { Heads } from './heads.tsx'
import styles from './item-grid.module.css'
import { tileGap, type Layout } from './layout.ts'
import type { Sorting } from './place.ts'
import type { RowContext } from './row-parts.tsx'
import { ItemRow } from './row.tsx'
import rowStyles from './row.module.css'
import type { Selection } from './selection.ts'
import { Tile } from './tile.tsx'
import { useAnchor } from './use-anchor.ts'
import { useTopOf } from './use-top.ts'

/** What sticks to the top of the window and covers rows there: the banner, the bar, and the heads. */
const coveredTop = 56 + 52 + 32
const rowsAround = 8

interface ItemGridProps extends Pick<
  ComponentProps<'div'>,
  'onClick' | 'onMouseDown' | 'onFocus' | 'onKeyDown' | 'onContextMenu' | 'onDragStart' | 'onPointerOver'
> {
  readonly frame: HTMLElement | null
  readonly onFrame: (frame: HTMLElement | null) => void
  readonly layout: Layout
  readonly items: readonly Item[]
  /** With those that are still on their way. */
  readonly total: number
  readonly ids: readonly string[]
  readonly selection: Selection
  /** Undefined: the list cannot be sorted. */
  readonly sorting: Sorting | undefined
  readonly onSort: (sorting: Sorting) => void
  readonly onSelectAll: () => void
  readonly renaming: string | undefined
  readonly context: RowContext
  /** Each new object moves the focus to that item. */
  readonly focus: { readonly id: string } | undefined
}

/** The grid Items, as a list or tiles. Only what is on screen is rendered. */
export function ItemGrid(props: ItemGridProps) {
  const { frame, layout, items, total, ids, selection, sorting, onSort, onSelectAll, ...others } = props
  const { renaming, context, focus, onFrame, ...handlers } = others
  const body = useRef<HTMLDivElement>(null)
  const top = useTopOf(body)
  const { columns, height, view } = layout
  const active = selection.active ?? ids[0]
  const activeIndex = active === undefined ? -1 : ids.indexOf(active)
  const rows = useWindowVirtualizer({
    count: Math.ceil(total / columns),
    estimateSize: () => height,
    overscan: rowsAround,
    scrollMargin: top,
    scrollPaddingStart: coveredTop,
    scrollPaddingEnd: height,
    useFlushSync: false,
    // The row with the focus stays, or the focus would be lost.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      const row = Math.floor(activeIndex / columns)
      return row < 0 || shown.includes(row) ? shown : [...shown, row].toSorted((a, b) => a - b)
    },
  })
  useLayoutEffect(() => rows.measure(), [rows, height])
  useAnchor({ ids, sorting, top, layout, covered: coveredTop })
  useLayoutEffect(() => {
    const index = focus ? ids.indexOf(focus.id) : -1
    if (index < 0) return
    rows.scrollToIndex(Math.floor(index / columns), { align: 'auto' })
    rowElement(frame, focus?.id)?.focus({ preventScroll: true })
    // Only when the focus is asked for.
  }, [focus])
  const heads = view === 'list' ? 1 : 0
  const rowOf = (item: Item, index: number, start: number) => ({
    item,
    context,
    index,
    heads,
    top: start - top,
    isChosen: selection.chosen.has(item.id),
    isActive: item.id === active,
    isCut: context.actions.isCut.has(item.id),
    isRenaming: item.id === renaming,
    isHurried: rows.isScrolling,
  })
  return (
    <div
      role="grid"
      aria-label={filesWords.browser.grid}
      aria-multiselectable
      aria-rowcount={total + heads}
      aria-busy={items.length < total}
      ref={onFrame}
      {...(selection.chosen.size > 0 && { 'data-choosing': '' })}
      {...(context.placeOf && { 'data-places': '' })}
      className={view === 'list' ? styles.list : styles.tiles}
      style={{ '--line': `${height}px`, '--gap': `${tileGap}px` } as CSSProperties}
      {...handlers}
    >
      {view === 'list' && (
        <Heads
          sorting={sorting}
          onSort={onSort}
          hasPlaces={context.placeOf !== undefined}
          selectAll={{ count: ids.length, chosen: selection.chosen.size, onChange: onSelectAll }}
        />
      )}
      <div role="rowgroup" ref={body} className={styles.body} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().flatMap(({ index: row, start }) =>
          Array.from({ length: columns }, (_, column) => {
            const index = row * columns + column
            const item = items[index]
            if (index >= total) return null
            if (!item) return <WaitingRow key={index} top={start - top} isList={view === 'list'} />
            const common = rowOf(item, index, start)
            if (view === 'list') return <ItemRow key={item.id} {...common} />
            return <Tile key={item.id} {...common} column={column} columns={columns} />
          }),
        )}
      </div>
    </div>
  )
}

const rowElement = (frame: HTMLElement | null, id: string | undefined): HTMLElement | null =>
  id === undefined ? null : (frame?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null)

/** An item that is still on its way. */
function WaitingRow({ top, isList }: { readonly top: number; readonly isList: boolean }) {
  if (!isList) return null
  return (
    <div
      aria-hidden="true"
      className={`${rowStyles.row} ${rowStyles.waiting}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <SkeletonLine />
    </div>
  )
}
