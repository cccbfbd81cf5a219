import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../api/queries.ts'
import { toast } from '../../ui/toasts/toast.ts'
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
  readonly more: () => void
}

export function useGrowingList<Row>(source: GrowingSource<Row>): GrowingList<Row> {
  const { data, error, refetch } = useQuery(growingQuery(source))
  const [loadingMore, setLoadingMore] = useState(false)
  const next = data?.next ?? null
  const more = async () => {
    if (next === null || loadingMore) return
    setLoadingMore(true)
    try {
      const page = await source.fetchPage(next)
      queries.setQueryData<Grown<Row>>(source.key, (now) =>
        // It may have begun anew meanwhile.
        now?.next === next ? grown(now, page, source) : now,
      )
    } catch (failure) {
      toast.fail(failure)
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
    more: () => void more(),
  }
}
