import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, type Answer } from '../../api/call.ts'
import type { WaitingList } from '../page/use-waiting-list.ts'
import type { SharedRow } from './shared-row.tsx'

/** Links of one answer, and rows that are shown at first and for each *More*. */
const fetched = 500
const shown = 100

const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The links that work, by name; with `q` those whose names contain it. */
export function useShares(workspace: string, q: string | undefined): WaitingList<SharedRow> {
  const [count, setCount] = useState(shown)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [workspace, 'listShares', { workspace }, 'pages'] as const,
    queryFn: ({ signal, pageParam: offset }): Promise<Answer<'listShares'>> =>
      call('listShares', { workspace, query: { limit: fetched, offset } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next_offset ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.data),
  })
  const rows = q === undefined ? data : data?.filter(({ name }) => folded(name).includes(folded(q)))
  const lacksRows = hasNextPage && (rows?.length ?? 0) < count
  useEffect(() => {
    if (lacksRows && !isFetchingNextPage) void fetchNextPage()
  }, [lacksRows, isFetchingNextPage, fetchNextPage])
  return {
    // While more are read, an empty list does not mean that there are none.
    rows: lacksRows && rows?.length === 0 ? undefined : rows?.slice(0, count),
    error: data ? undefined : error,
    retry: () => void refetch(),
    waiting: 0,
    showWaiting: () => undefined,
    hasMore: lacksRows || (rows?.length ?? 0) > count,
    loadingMore: isFetchingNextPage,
    more: () => setCount(count + shown),
  }
}
