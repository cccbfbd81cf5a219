import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'

/** A page of a list as the console answers it, newest first. */
export interface ListAnswer<Row> {
  readonly data: readonly Row[]
  readonly meta?: { readonly next_before?: number | string | null | undefined } | undefined
}

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

interface Options<Row> {
  /** `[workspace, operation, input]`. */
  readonly queryKey: QueryKey
  readonly fetchPage: (before: number | string | undefined, signal: AbortSignal) => Promise<ListAnswer<Row>>
  readonly rowKey: (row: Row) => string | number
}

/** Pages of a list by `before`. Rows that appear on top later wait until they are asked for. */
export function useWaitingList<Row>({ queryKey, fetchPage, rowKey }: Options<Row>): WaitingList<Row> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as number | string | undefined,
    getNextPageParam: ({ meta }) => meta?.next_before ?? undefined,
  })
  const rows = query.data?.pages.flatMap(({ data }) => data)
  const listId = JSON.stringify(queryKey)
  const [top, setTop] = useState<{ readonly listId: string; readonly key: string | number }>()
  const newest = rows?.[0]
  if (newest !== undefined && top?.listId !== listId) setTop({ listId, key: rowKey(newest) })
  const index = rows?.findIndex((row) => top?.listId === listId && rowKey(row) === top.key) ?? -1
  const waiting = Math.max(0, index)
  return {
    rows: rows?.slice(waiting),
    error: query.data ? undefined : query.error,
    retry: () => void query.refetch(),
    waiting,
    showWaiting: () => setTop(undefined),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
  }
}
