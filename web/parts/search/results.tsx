import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { MoreButton } from '../../ui/data/more-button.tsx'
import { Table, type Column } from '../../ui/data/table.tsx'
import { Time } from '../../ui/data/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { grammar, searchWords as words } from '../../words/words.ts'
import { MarkedName } from './marked-name.tsx'
import { PathLinks } from './path-links.tsx'
import styles from './results.module.css'
import { useSearch, type Match, type MatchType } from './use-search.ts'

interface ResultsProps {
  readonly workspace: number
  readonly q: string
  readonly type: MatchType | undefined
}

/** As the server counts. */
const matchesMax = 5000

/** What a search finds, in all its states. */
export function Results({ workspace, q, type }: ResultsProps) {
  const search = useSearch({ workspace, q, type })
  const { matches, total, former, searching, error } = search
  const slow = useSlow(searching)
  if (q === '') return <EmptyState sentence={words.empty} />
  if (error) return <ErrorPanel error={error} onRetry={search.retry} />
  const nothing = matches?.length === 0 && !former
  return (
    <>
      <output className={styles.note}>{slow ? words.slow : former || !matches ? '' : countOf(total)}</output>
      {nothing ? (
        <EmptyState sentence={(type ? words.nothingOf[type] : words.nothingFound)(q)} />
      ) : (
        <div className={`${styles.results} ${former ? styles.former : ''}`} aria-busy={searching}>
          <Table
            name={words.items}
            columns={columnsOf(workspace, q)}
            rows={matches}
            rowKey={({ id }) => id}
          />
          <MoreButton hasMore={search.hasMore} busy={search.loadingMore} onMore={search.more} />
        </div>
      )}
    </>
  )
}

const countOf = (total: number): string => (total >= matchesMax ? words.full(matchesMax) : words.found(total))

const columnsOf = (workspace: number, q: string): readonly Column<Match>[] => [
  { head: words.name, cell: (match) => <Name workspace={workspace} match={match} q={q} /> },
  { head: words.folder, cell: ({ path }) => <PathLinks workspace={workspace} path={path} /> },
  { head: words.modified, kind: 'short', cell: ({ updated_at: at }) => <Time at={at} /> },
  {
    head: words.size,
    kind: 'number',
    cell: ({ type, size }) => (type === 'folder' ? '–' : grammar.bytes(size)),
  },
]

interface NameProps {
  readonly workspace: number
  readonly match: Match
  readonly q: string
}

function Name({ workspace, match: { id, type, name }, q }: NameProps) {
  const marked = <MarkedName name={name} query={q} />
  const folder: string = `/w/${workspace}/files/${id}`
  return (
    <span className={styles.name}>
      <Icon name={type} />
      {type === 'folder' ? (
        <Link to={folder}>{marked}</Link>
      ) : (
        <Link from="/w/$workspace/search" to="." search={(now) => ({ ...now, preview: id })}>
          {marked}
        </Link>
      )}
    </span>
  )
}

const slowMs = 3000

/** After three seconds, as when the server asked to wait. */
function useSlow(searching: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!searching) return undefined
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [searching])
  return slow
}
