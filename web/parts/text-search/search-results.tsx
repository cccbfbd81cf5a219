import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/action/button.tsx'
import { Time } from '../../ui/data/time.tsx'
import { useNow } from '../../ui/now.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { grammar, messageWords } from '../../words/words.ts'
import { DownloadCsv } from '../page/download-csv.tsx'
import type { ListSearch } from '../conversation/conversations.ts'
import { displayOf } from '../message/display.ts'
import { isFiltered, queryOf, type TextFilter } from './search-filter.ts'
import styles from './search.module.css'
import { StatusNote, TextStatus } from '../message/text-status.tsx'
import type { Text } from '../message/thread.ts'
import { useTextSearch, type TextSearch } from './use-text-search.ts'

const words = messageWords.search
/** As the server ends a file. */
const fileTextsMax = 100_000

interface SearchResultsProps {
  readonly workspace: number
  readonly filter: TextFilter
}

/** The texts that match, how far the search has come, and all of them as a file. */
export function SearchResults({ workspace, filter }: SearchResultsProps) {
  const search = useTextSearch(workspace, filter)
  const { texts, error, retry, isSearching } = search
  const file = <TextsFile workspace={workspace} filter={filter} />
  if (!isFiltered(filter)) return <EmptyState sentence={words.hint} action={file} />
  if (!texts)
    return error === undefined ? <Skeleton lines={8} /> : <ErrorPanel error={error} onRetry={retry} />
  const isEmpty = texts.length === 0 && !isSearching && error === undefined
  return (
    <>
      {isEmpty && <p>{search.goOn ? words.noneSoFar : words.none}</p>}
      {texts.length > 0 && (
        <ul aria-label={words.results} className={styles.results}>
          {texts.map((text) => (
            <Found key={text.id} workspace={workspace} text={text} />
          ))}
        </ul>
      )}
      {error !== undefined && !isSearching && <ErrorPanel error={error} onRetry={retry} />}
      <div className={styles.foot}>
        {error === undefined ? <Progress search={search} /> : <span />}
        {file}
      </div>
    </>
  )
}

/** All texts that match, or all. */
function TextsFile({ workspace, filter }: SearchResultsProps) {
  return (
    <div className={styles.file}>
      <DownloadCsv
        operation="searchMessages"
        input={{ workspace, query: queryOf(filter) }}
        fileName={words.fileName}
      />
      <span>{words.fileEnd(fileTextsMax)}</span>
    </div>
  )
}

function Found({ workspace, text }: { readonly workspace: number; readonly text: Text }) {
  const { id, phone, direction, body, created_at: at } = text
  const display = displayOf(phone)
  return (
    <li>
      <div className={styles.who}>
        <Link
          to="/w/$workspace/messages/$phone"
          params={{ workspace: String(workspace), phone }}
          search={({ find, show }: ListSearch) => ({ find, show, details: id })}
        >
          {direction === 'in' ? words.inbound(display) : words.outbound(display)}
        </Link>
        <span className={styles.time}>
          <Time at={at} />
        </span>
      </div>
      <p className={styles.text} dir="auto">
        {body}
      </p>
      <div className={styles.meta}>
        <TextStatus text={text} />
        <StatusNote text={text} />
      </div>
    </li>
  )
}

/** "Searched back to May 4." */
function Progress({ search }: { readonly search: TextSearch }) {
  const { searchedTo, isSearching, stop, goOn } = search
  const now = useNow()
  const day = searchedTo ? grammar.date(new Date(searchedTo), now) : undefined
  return (
    <div className={styles.progress}>
      <output>
        {isSearching
          ? day === undefined
            ? words.begun
            : words.searching(day)
          : day === undefined
            ? words.complete
            : words.searchedTo(day)}
      </output>
      {isSearching && goOn && (
        <Button icon="close" onClick={stop}>
          {words.stop}
        </Button>
      )}
      {!isSearching && goOn && <Button onClick={goOn}>{words.goOn}</Button>}
    </div>
  )
}
