import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type CSSProperties,
  type RefObject,
} from 'react'
import { SkeletonLine } from '../../ui/page/skeleton.tsx'
import { filesWords } from '../../words/words.ts'
import type { Item } from '../item/item.ts'
import { Heads } from './heads.tsx'
import styles from './item-grid.module.css'
import { tileGap, type Layout } from './layout.ts'
import type { Sorting } from '../item/place.ts'
import type { RowContext } from './row-parts.tsx'
import { ItemRow } from './row.tsx'
import rowStyles from './row.module.css'
import type { Selection } from '../selection/selection.ts'
import { Tile } from './tile.tsx'
import { useAnchor } from './use-anchor.ts'
import { useRows } from './use-rows.ts'
import { useTopOf } from './use-top.ts'

/** What sticks to the top of the window and covers rows there: the banner, the bar, and the heads. */
const coveredTop = 56 + 52 + 32

export type GridHandlers = Pick<
  ComponentProps<'table'>,
  'onClick' | 'onMouseDown' | 'onFocus' | 'onKeyDown' | 'onContextMenu' | 'onDragStart' | 'onPointerOver'
>

interface ItemGridProps {
  readonly handlers: GridHandlers
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
  const { handlers, onFrame, layout, items, total, ids, selection, sorting, onSort, onSelectAll } = props
  const { context } = props
  const { view, height } = layout
  const body = useRef<HTMLTableSectionElement>(null)
  const active = selection.active ?? ids[0]
  const { rows, top } = useGridRows(props, body, active)
  const heads = headsIn(layout)
  return (
    <table
      {...gridAttributes(props)}
      ref={onFrame}
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
      <tbody ref={body} className={styles.body} style={{ height: rows.totalHeight }}>
        {placesIn(rows.shown, layout.columns, total).map(({ index, column, start }) => {
          const item = items[index]
          if (!item) return <WaitingRow key={index} top={start - top} isList={view === 'list'} />
          const common = {
            item,
            context,
            index,
            heads,
            top: start - top,
            isChosen: selection.chosen.has(item.id),
            isActive: item.id === active,
            isCut: context.actions.isCut.has(item.id),
            isRenaming: item.id === props.renaming,
          }
          if (view === 'list') return <ItemRow key={item.id} {...common} />
          return <Tile key={item.id} {...common} column={column} columns={layout.columns} />
        })}
      </tbody>
    </table>
  )
}

/** Rows above the first item. */
const headsIn = ({ view }: Layout): number => (view === 'list' ? 1 : 0)

const gridAttributes = ({ layout, items, total, selection, context }: ItemGridProps) => ({
  role: 'grid',
  'aria-label': filesWords.browser.grid,
  'aria-multiselectable': true,
  'aria-rowcount': total + headsIn(layout),
  // The rest is on its way.
  'aria-busy': items.length < total,
  ...(selection.chosen.size > 0 && { 'data-choosing': '' }),
  ...(context.placeOf && { 'data-places': '' }),
})

/** The rows on screen, which keep their place and have the focus where it was asked for. */
function useGridRows(
  { frame, layout, total, ids, sorting, focus, context: { pace } }: ItemGridProps,
  body: RefObject<HTMLElement | null>,
  active: string | undefined,
) {
  const { columns, height } = layout
  const top = useTopOf(body)
  const rows = useRows({
    count: Math.ceil(total / columns),
    height,
    top,
    covered: coveredTop,
    // Without its element, the focus would be lost.
    kept: active === undefined ? -1 : Math.floor(ids.indexOf(active) / columns),
  })
  const { isScrolling } = rows
  useLayoutEffect(() => pace.change(isScrolling), [pace, isScrolling])
  useAnchor({ ids, sorting, top, layout, covered: coveredTop })
  const moveFocus = useEffectEvent((id: string) => {
    const index = ids.indexOf(id)
    if (index < 0) return
    rows.scrollTo(Math.floor(index / columns))
    frame?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => {
    if (focus) moveFocus(focus.id)
  }, [focus])
  return { rows, top }
}

interface Place {
  readonly index: number
  readonly column: number
  readonly start: number
}

/** Where items are, row by row. */
const placesIn = (
  rows: readonly { readonly index: number; readonly start: number }[],
  columns: number,
  total: number,
): readonly Place[] =>
  rows.flatMap(({ index: row, start }) =>
    Array.from({ length: columns }, (_, column) => ({ index: row * columns + column, column, start })).filter(
      ({ index }) => index < total,
    ),
  )

/** An item that is still on its way. */
function WaitingRow({ top, isList }: { readonly top: number; readonly isList: boolean }) {
  if (!isList) return null
  return (
    <tr
      aria-hidden="true"
      className={`${rowStyles.row} ${rowStyles.waiting}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td>
        <SkeletonLine />
      </td>
    </tr>
  )
}
