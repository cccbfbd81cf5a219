import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readPages } from '../../api/queries.ts'
import type { Person } from './simulator.ts'

export interface PeopleList {
  /** Undefined while the first page loads. */
  readonly rows: readonly Person[] | undefined
  readonly find: (phone: string) => Person | undefined
  /** For the list itself: while the pointer is over it, everybody stays in place and new people wait. */
  readonly hold: { readonly onPointerEnter: () => void; readonly onPointerLeave: () => void }
  readonly error: unknown
  readonly retry: () => void
  readonly hasMore: boolean
  readonly loadingMore: boolean
  readonly more: () => void
}

/** The people at the other end of a number, newest first. */
export function usePeople(workspace: string, number: number): PeopleList {
  const query = useInfiniteQuery(readPages('listSimulatedPeople', { workspace, number }))
  const [held, setHeld] = useState<readonly string[]>()
  // Somebody may be on two pages if a text arrived between them.
  const found = new Map(query.data?.toReversed().map((person) => [person.phone, person]))
  const newest = [...found.keys()].toReversed()
  return {
    rows: query.data && (held ?? newest).flatMap((phone) => found.get(phone) ?? []),
    find: (phone) => found.get(phone),
    hold: { onPointerEnter: () => setHeld(newest), onPointerLeave: () => setHeld(undefined) },
    error: query.data ? undefined : query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
  }
}
