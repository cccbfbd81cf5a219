import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Data, Input } from '../../api/call.ts'
import { queries, read, readAnswer, readPages } from '../../api/queries.ts'
import type { WaitingList } from '../page/use-waiting-list.ts'

export type ListedRequest = Data<'listRequests'>[number]

/** No event tells of requests, which are many. */
const pollMs = 5000

/** The requests that match. Only the first page is asked for again; what is new waits. */
export function useRequests(input: Input<'listRequests'>): WaitingList<ListedRequest> {
  const options = readPages('listRequests', input)
  const list = useInfiniteQuery({ ...options, staleTime: Infinity })
  const newest = readAnswer('listRequests', input)
  const { data: page } = useQuery({ ...newest, enabled: list.isSuccess, refetchInterval: pollMs })
  const top = list.data?.[0]?.id ?? 0
  const waiting = list.data ? (page?.data ?? []).filter(({ id }) => id > top).length : 0
  return {
    rows: list.data,
    error: list.data ? undefined : list.error,
    retry: () => void list.refetch(),
    waiting,
    showWaiting: () => {
      if (page) queries.setQueryData(options.queryKey, { pages: [page], pageParams: [undefined] })
    },
    hasMore: list.hasNextPage,
    loadingMore: list.isFetchingNextPage,
    more: () => void list.fetchNextPage(),
  }
}

/** The request with this ID: one of the list, or else asked for. */
export function useRequest(
  workspace: number,
  requestId: string | undefined,
  listed: readonly ListedRequest[] = [],
) {
  const known = listed.find((request) => request.request_id === requestId)
  const asked = useQuery({
    ...read('listRequests', { workspace, query: { request_id: requestId ?? '', limit: 1 } }),
    enabled: requestId !== undefined && known === undefined,
  })
  const { isLoading, error } = asked
  return { request: known ?? asked.data?.[0], isLoading, error, retry: () => void asked.refetch() }
}
