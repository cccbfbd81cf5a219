import { useInfiniteQuery, type QueryKey, type UseInfiniteQueryOptions } from '@tanstack/react-query'
import type { WaitingList } from '../page/use-waiting-list.ts'

/** A list of `readPages` whose rows change places, so that new ones do not wait. */
export function usePlainList<Row, Page, Key extends QueryKey, Param>(
  options: UseInfiniteQueryOptions<Page, Error, readonly Row[], Key, Param>,
): WaitingList<Row> {
  const query = useInfiniteQuery(options)
  return {
    rows: query.data,
    error: query.data ? undefined : query.error,
    retry: () => void query.refetch(),
    waiting: 0,
    showWaiting: () => undefined,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
  }
}
