import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import type { FolderId, Item } from './item.ts'

export const sorts = ['name', 'modified', 'size'] as const
export type Sort = (typeof sorts)[number]
export type Order = 'asc' | 'desc'

export interface Listing {
  readonly workspace: string
  readonly folder: FolderId
  readonly sort: Sort
  readonly order: Order
}

export interface Items {
  /** Those that are there so far. Undefined: none yet. */
  readonly items: readonly Item[] | undefined
  /** With those that are still on their way. */
  readonly total: number
  readonly error: Error | null
  readonly retry: () => void
}

/** A listing ends here. */
export const itemsMax = 5000
const pageSize = 500

/** `meta.files`: only changes of this folder concern it. */
export function itemsQuery({ workspace, folder, sort, order }: Listing) {
  const place = folder === null ? {} : { parent_id: folder }
  const query = { ...place, sort, order, limit: pageSize }
  return infiniteQueryOptions({
    queryKey: [workspace, 'listItems', { workspace, query }, 'pages'] as const,
    queryFn: ({ pageParam: offset, signal }) =>
      call('listItems', { workspace, query: { ...query, offset } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next_offset ?? undefined,
    select: ({ pages }) => ({
      items: withoutTwins(pages.flatMap(({ data }) => data)),
      total: pages[0]?.meta.total ?? 0,
    }),
    meta: { files: folder },
  })
}

/** An item moves from one page to another when something is created while they are fetched. */
function withoutTwins(items: readonly Item[]): readonly Item[] {
  const unique = new Map(items.map((item) => [item.id, item]))
  return unique.size === items.length ? items : [...unique.values()]
}

/** What a folder contains: its first page at once, the others after it. */
export function useItems(listing: Listing): Items {
  const query = useInfiniteQuery({ ...itemsQuery(listing), placeholderData: keepPreviousData })
  const { data, error, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const items = data?.items
  const total = hasNextPage ? data?.total : items?.length
  return { items, total: total ?? 0, error, retry: () => void refetch() }
}
