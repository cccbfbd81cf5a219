import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, type Answer, type Data } from '../../api/call.ts'
import { queries } from '../../api/queries.ts'
import { onChange } from '../shell/live.ts'
import { searchPace } from './pace.ts'

export type Match = Data<'files.searchFiles'>[number]
export type MatchType = Match['type']

interface Wanted {
  readonly workspace: number
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
  const queryKey = [String(workspace), 'files.searchFiles', { q, type }] as const
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam: offset }): Promise<Answer<'files.searchFiles'>> => {
      searchPace.spend(performance.now())
      return call('files.searchFiles', { workspace, query: { q, type, offset, limit: pageMax } }, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next_offset ?? undefined,
    enabled: q !== '',
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  })
  useRenewal(workspace)
  const pages = list.data?.pages
  return {
    matches: q === '' ? undefined : pages?.flatMap(({ data }) => data),
    total: pages?.[0]?.meta.total ?? 0,
    /** The matches are those of the query before. */
    former: list.isPlaceholderData,
    searching: list.isFetching && !list.isFetchingNextPage,
    error: list.error ?? undefined,
    retry: () => void list.refetch(),
    hasMore: list.hasNextPage,
    loadingMore: list.isFetchingNextPage,
    more: () => void list.fetchNextPage(),
  }
}

/** Searches again after changes of files: soon after the first one, then seldom. */
function useRenewal(workspace: number): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let nextMs = 0
    const renew = () => {
      timer = undefined
      nextMs = performance.now() + betweenMs
      // A hidden page is renewed when it is shown again.
      void queries.invalidateQueries({
        queryKey: [String(workspace), 'files.searchFiles'],
        predicate: ({ state }) =>
          ((state.data as InfiniteData<unknown> | undefined)?.pages.length ?? 0) <= renewedPagesMax,
        refetchType: document.visibilityState === 'visible' ? 'active' : 'none',
      })
    }
    const stop = onChange((signal) => {
      if (signal.kind !== 'changed') return
      const { topic, workspace_id: of } = signal.change
      if (topic === 'files' && of === workspace)
        timer ??= setTimeout(renew, Math.max(settleMs, nextMs - performance.now()))
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [workspace])
}
