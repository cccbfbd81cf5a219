import { useEffect } from 'react'
import type { GrowingList } from '../message/use-growing-list.ts'

/** Fetches the next page when the end of the rows is near. A page may have no rows and lead to one that has. */
export function useLoadAhead(list: GrowingList<unknown>, isNearEnd: boolean): void {
  const { hasMore, loadingMore, moreError, more } = list
  useEffect(() => {
    if (isNearEnd && hasMore && !loadingMore && moreError === undefined) more()
  })
}
