import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queries } from '../../api/queries.ts'
import { onChange } from '../shell/live.ts'
import { grown, reaches, renewed, type Grown, type RowKind } from './growing.ts'

/** A long list that changes at its top, such as the texts of a phone. Only its top is fetched again. */
export interface GrowingSource<Row> extends RowKind<Row> {
  /** Begins as those of `read`, so that a change of the topic refetches it. */
  readonly key: QueryKey
  readonly fetchPage: (before: number | undefined, signal?: AbortSignal) => Promise<Grown<Row>>
}

/** After a long absence, the list begins anew instead of fetching everything that was missed. */
const renewPagesMax = 4

async function renew<Row>(source: GrowingSource<Row>, signal: AbortSignal): Promise<Grown<Row>> {
  const known = () => queries.getQueryData<Grown<Row>>(source.key)
  let fetched = await source.fetchPage(undefined, signal)
  for (let pages = 1; pages < renewPagesMax && fetched.next !== null; pages++) {
    if (reaches(known(), fetched, source)) break
    const page = await source.fetchPage(fetched.next, signal)
    fetched = grown(fetched, page, source)
  }
  return renewed(known(), fetched, source)
}

export const growingQuery = <Row>(source: GrowingSource<Row>) => ({
  queryKey: source.key,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => renew(source, signal),
  // `renewed` keeps the rows that did not change.
  structuralSharing: false as const,
})

export interface GrowingList<Row> {
  /** Newest first. */
  readonly rows: readonly Row[] | undefined
  readonly error: unknown
  readonly retry: () => void
  readonly hasMore: boolean
  readonly loadingMore: boolean
  /** Does nothing after a failure. */
  readonly more: () => void
  /** Why the next page is missing. */
  readonly moreError: unknown
  readonly retryMore: () => void
}

interface Failure {
  readonly page: string
  readonly error: unknown
}

export function useGrowingList<Row>(source: GrowingSource<Row>): GrowingList<Row> {
  const { data, error, refetch } = useQuery(growingQuery(source))
  const [loadingMore, setLoadingMore] = useState(false)
  const next = data?.next ?? null
  const page = JSON.stringify([source.key, next])
  const [failed, setFailed] = useState<Failure>()
  const failure = failed?.page === page ? failed : undefined
  // Scrolling asks for the page all the time, so nothing but a person or a new connection asks again.
  useEffect(
    () =>
      onChange(({ kind }) => {
        if (kind === 'reconnected') setFailed(undefined)
      }),
    [],
  )
  const retryMore = async () => {
    if (next === null || loadingMore) return
    setLoadingMore(true)
    setFailed(undefined)
    try {
      const older = await source.fetchPage(next)
      queries.setQueryData<Grown<Row>>(source.key, (now) =>
        // It may have begun anew meanwhile.
        now?.next === next ? grown(now, older, source) : now,
      )
    } catch (error) {
      setFailed({ page, error })
    } finally {
      setLoadingMore(false)
    }
  }
  return {
    rows: data?.rows,
    error: data ? undefined : error,
    retry: () => void refetch(),
    hasMore: next !== null,
    loadingMore,
    more: () => {
      if (!failure) void retryMore()
    },
    moreError: failure?.error,
    retryMore: () => void retryMore(),
  }
}
