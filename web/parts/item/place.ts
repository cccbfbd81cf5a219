import { itemIn } from './item-id.ts'
import type { FolderId } from './item.ts'
import { sorts, type Order, type Sort } from './items.ts'

/** The page of a folder. */
export const pathOf = (workspace: string, folder: FolderId): string =>
  folder === null ? `/w/${workspace}/files` : `/w/${workspace}/files/${folder}`

export const views = ['list', 'grid'] as const
export type View = (typeof views)[number]

/** What the URL of a folder says beside the folder. */
export interface BrowserSearch {
  readonly sort?: Sort | undefined
  readonly order?: Order | undefined
  readonly view?: View | undefined
  /** A file. */
  readonly preview?: string | undefined
  /** An item. */
  readonly share?: string | undefined
}

const isOf = <Value extends string>(values: readonly Value[], value: unknown): value is Value =>
  values.includes(value as Value)

export const readSearch = (raw: Readonly<Record<string, unknown>>): BrowserSearch => ({
  sort: isOf(sorts, raw['sort']) ? raw['sort'] : undefined,
  order: isOf(['asc', 'desc'] as const, raw['order']) ? raw['order'] : undefined,
  view: isOf(views, raw['view']) ? raw['view'] : undefined,
  preview: itemIn(raw['preview']),
  share: itemIn(raw['share']),
})

/** The order that a sort has by itself: names from A, otherwise the newest and largest first. */
export const orderOf = (sort: Sort): Order => (sort === 'name' ? 'asc' : 'desc')

export interface Sorting {
  readonly sort: Sort
  readonly order: Order
}

export const sortingIn = ({ sort = 'name', order = orderOf(sort) }: BrowserSearch): Sorting => ({
  sort,
  order,
})

/** What goes into the URL: nothing that is so by itself. */
export const searchOf = ({ sort, order }: Sorting): Pick<BrowserSearch, 'sort' | 'order'> => ({
  sort: sort === 'name' ? undefined : sort,
  order: order === orderOf(sort) ? undefined : order,
})

const viewKey = 'bureau_view'

/** The view that this browser showed last. */
export function rememberedView(): View {
  try {
    const view = localStorage.getItem(viewKey)
    return isOf(views, view) ? view : 'list'
  } catch {
    return 'list'
  }
}

export function rememberView(view: View): void {
  try {
    localStorage.setItem(viewKey, view)
  } catch {
    // Storage may be full or forbidden. The URL still has the view.
  }
}
