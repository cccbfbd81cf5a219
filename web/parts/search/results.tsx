import { useEffect, useState } from 'react'
import { MoreButton } from '../../ui/data/more-button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { searchWords as words } from '../../words/words.ts'
import { Matches } from './matches.tsx'
import type { SearchParams } from './place.ts'
import styles from './results.module.css'
import { useSearch, type Found } from './use-search.ts'

interface ResultsProps {
  readonly workspace: string
  readonly search: SearchParams
  /** Each new object moves the keyboard to the first match. */
  readonly entered: object | undefined
}

/** As the server counts. */
const matchesMax = 5000

/** What a search finds, in all its states. */
export function Results({ workspace, search, entered }: ResultsProps) {
  const { q = '', type } = search
  const { found, isFormer, isSearching, error, retry, ...further } = useSearch({ workspace, q, type })
  const isSlow = useSlow(isSearching)
  if (q === '') return <EmptyState sentence={words.empty} />
  if (error) return <ErrorPanel error={error} onRetry={retry} />
  const note = isSlow ? words.slow : isFormer || !found ? '' : countOf(found)
  if (!found)
    return (
      <>
        <output className={styles.note}>{note}</output>
        <Skeleton lines={8} />
      </>
    )
  if (found.matches.length === 0)
    return (
      <>
        <output className={isSlow ? styles.note : 'visually-hidden'}>{note}</output>
        <EmptyState sentence={(found.type ? words.nothingOf[found.type] : words.nothingFound)(found.q)} />
      </>
    )
  return (
    <div className={`${styles.results} ${isFormer ? styles.former : ''}`} aria-busy={isSearching}>
      <Matches
        key={`${found.type} ${found.q}`}
        workspace={workspace}
        search={search}
        found={found}
        note={note}
        entered={entered}
      />
      <MoreButton hasMore={further.hasMore} busy={further.isLoadingMore} onMore={further.more} />
    </div>
  )
}

const countOf = ({ total }: Found): string =>
  total >= matchesMax ? words.full(matchesMax) : words.found(total)

const slowMs = 3000

/** After three seconds, as when the server asked to wait. */
function useSlow(isSearching: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isSearching) return undefined
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isSearching])
  return isSlow
}
