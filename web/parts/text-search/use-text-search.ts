import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { readPages } from '../../api/queries.ts'
import { isFiltered, queryOf, type TextFilter } from './search-filter.ts'
import type { Text } from '../message/thread.ts'

/** A request examines a part of the texts only. The search goes on by itself until this many were found. */
const pageRows = 50

export interface TextSearch {
  readonly texts: readonly Text[] | undefined
  /** Beside texts: they are not all. */
  readonly error: unknown
  readonly retry: () => void
  /** The time of the oldest text that was examined; null: all were. */
  readonly searchedTo: string | null | undefined
  readonly isSearching: boolean
  readonly stop: () => void
  /** Undefined when everything was searched. */
  readonly goOn: (() => void) | undefined
}

type Page = Answer<'searchMessages'>
const rowsOf = (pages: readonly Page[]): number => pages.reduce((sum, { data }) => sum + data.length, 0)

/** Texts that match, newest first. */
export function useTextSearch(workspace: number, filter: TextFilter): TextSearch {
  const pages = readPages('searchMessages', { workspace, query: { ...queryOf(filter), limit: pageRows } })
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    ...pages,
    select: ({ pages }) => ({
      texts: pages.flatMap((page) => page.data),
      searchedTo: pages.at(-1)?.meta.searched_to,
      found: rowsOf(pages),
    }),
    enabled: isFiltered(filter),
    // A text that arrives moves nothing; going back to the page searches again.
    staleTime: 60_000,
  })
  const name = JSON.stringify(filter)
  const [wanted, setWanted] = useState({ name, rows: pageRows })
  const rows = wanted.name === name ? wanted.rows : pageRows
  const found = data?.found ?? 0
  const isWanting = hasNextPage && found < rows && !error
  useEffect(() => {
    if (isWanting && !isFetching) void fetchNextPage()
  }, [isWanting, isFetching, fetchNextPage])
  return {
    texts: data?.texts,
    error: error ?? undefined,
    retry: () => void (data && hasNextPage ? fetchNextPage() : refetch()),
    searchedTo: data?.searchedTo,
    isSearching: isFetching || isWanting,
    stop: () => setWanted({ name, rows: 0 }),
    goOn: hasNextPage ? () => setWanted({ name, rows: found + pageRows }) : undefined,
  }
}
