import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { entriesOf } from './entries.ts'

/** At most: the copies of a text to a full group are half of it. */
const messagesMax = 200

const threadOf = (workspace: number, group: number) => {
  const input = { workspace, query: { group_id: group, limit: messagesMax } }
  return infiniteQueryOptions({
    queryKey: [String(workspace), 'sms.listMessages', input, 'pages'] as const,
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...input.query, before_id: pageParam }
      return (await call('sms.listMessages', { workspace, query }, { signal })).data
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next_before_id: next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ messages }) => messages),
  })
}

/** The texts of a group, oldest first. */
export function useThread(workspace: number, group: number) {
  const query = useInfiniteQuery(threadOf(workspace, group))
  const { data: messages, hasNextPage } = query
  const entries = useMemo(() => messages && entriesOf(messages, hasNextPage), [messages, hasNextPage])
  return {
    entries,
    error: query.data ? undefined : query.error,
    retry: () => void query.refetch(),
    hasOlder: hasNextPage,
    loadingOlder: query.isFetchingNextPage,
    older: () => void query.fetchNextPage(),
  }
}
