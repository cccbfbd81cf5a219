import { useInfiniteQuery, type QueryKey, type UseInfiniteQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { waitingRows } from './waiting-rows.ts'

export interface WaitingList<Row> {
  /** Undefined while the first page loads. */
  readonly rows: readonly Row[] | undefined
  readonly error: unknown
  readonly retry: () => void
  /** Rows that arrived since and wait behind "3 new". */
  readonly waiting: number
  readonly showWaiting: () => void
  readonly hasMore: boolean
  readonly loadingMore: boolean
  readonly more: () => void
}

/** A list of `readPages`, newest first. Rows that appear on top later wait until they are asked for. */
export function useWaitingList<Row, Page, Key extends QueryKey, Param>(
  options: UseInfiniteQueryOptions<Page, Error, readonly Row[], Key, Param>,
  rowKey: (row: Row) => string | number,
): WaitingList<Row> {
  const query = useInfiniteQuery(options)
  const listId = JSON.stringify(options.queryKey)
  const [seen, setSeen] = useState<{ readonly listId: string; readonly top: string | number }>()
  const keys = query.data?.map(rowKey)
  const waiting = waitingRows(keys, seen?.listId === listId ? seen.top : undefined)
  const top = keys?.[waiting]
  if (top !== undefined && (seen?.listId !== listId || seen.top !== top)) setSeen({ listId, top })
  return {
    rows: query.data?.slice(waiting),
    error: query.data ? undefined : query.error,
    retry: () => void query.refetch(),
    waiting,
    showWaiting: () => setSeen(undefined),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
  }
}
