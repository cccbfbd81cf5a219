import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call, type Data } from '../../api/call.ts'
import { queries } from '../../api/queries.ts'
import { onChange } from '../shell/live.ts'
import { searchPace } from './pace.ts'

export type Match = Data<'files.searchFiles'>[number]
export type MatchType = Match['type']

interface Wanted {
  readonly workspace: string
  readonly q: string
  readonly type: MatchType | undefined
}

const pageMax = 100
/** A query that is typed again is not asked again. */
const freshMs = 60_000
/** Longer lists stay as they are. */
const renewedPagesMax = 3
/** Changes come in groups, and searches are limited. */
const settleMs = 300
const betweenMs = 5000

/** What matches, by pages. The former matches stay until the new ones are there. */
export function useSearch({ workspace, q, type }: Wanted) {
  const list = useInfiniteQuery({
    queryKey: [workspace, 'files.searchFiles', { q, type }] as const,
    queryFn: async ({ signal, pageParam: offset }) => {
      searchPace.spend(performance.now())
      const query = { q, type, offset, limit: pageMax }
      return { ...(await call('files.searchFiles', { workspace, query }, { signal })), q, type }
    },
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next_offset ?? undefined,
    enabled: q !== '',
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  })
  useRenewal(workspace)
  const pages = list.data?.pages
  const matches = useMemo(() => pages?.flatMap(({ data }) => data), [pages])
  const [first] = pages ?? []
  return {
    /** With what they match: the query before while the new one is on its way. */
    found: matches && first && { matches, q: first.q, type: first.type, total: first.meta.total },
    isFormer: list.isPlaceholderData,
    isSearching: list.isFetching && !list.isFetchingNextPage,
    error: list.error ?? undefined,
    retry: () => void list.refetch(),
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    more: () => void list.fetchNextPage(),
  }
}

export type Found = NonNullable<ReturnType<typeof useSearch>['found']>

/** Searches again after changes of files: soon after the first one, then seldom. */
function useRenewal(workspace: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let nextMs = 0
    const renew = () => {
      timer = undefined
      nextMs = performance.now() + betweenMs
      // A hidden page is renewed when it is shown again.
      void queries.invalidateQueries({
        queryKey: [workspace, 'files.searchFiles'],
        predicate: ({ state }) =>
          ((state.data as InfiniteData<unknown> | undefined)?.pages.length ?? 0) <= renewedPagesMax,
        refetchType: document.visibilityState === 'visible' ? 'active' : 'none',
      })
    }
    const stop = onChange((signal) => {
      if (signal.kind !== 'changed') return
      const { topic, workspace_id: of } = signal.change
      if (topic === 'files' && String(of) === workspace)
        timer ??= setTimeout(renew, Math.max(settleMs, nextMs - performance.now()))
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [workspace])
}
