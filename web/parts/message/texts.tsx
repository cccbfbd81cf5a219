import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { Button } from '../../ui/action/button.tsx'
import { useNow } from '../../ui/now.ts'
import { grammar, messageWords } from '../../words/words.ts'
import { endOf, entriesOf, type Entry } from './days.ts'
import type { PendingText } from './pending-texts.ts'
import { PendingArticle, TextArticle } from './text-article.tsx'
import styles from './texts.module.css'
import type { Text } from './thread.ts'
import { scrolledByKeys, useNewest } from './use-newest.ts'
import { useTextFocus } from './use-text-focus.ts'

const words = messageWords.thread

interface TextsProps {
  readonly workspace: number
  /** Newest first. */
  readonly texts: readonly Text[]
  /** Oldest first. */
  readonly pending?: readonly PendingText[]
  /** The other party, for people. */
  readonly display: string
  readonly groupName?: ((id: number) => string) | undefined
  readonly onDetails?: ((id: number) => void) | undefined
  readonly hasMore: boolean
  readonly loadingMore: boolean
  readonly onMore: () => void
  /** The newest text that came in is in view. */
  readonly onSeen?: ((text: Text) => void) | undefined
  /** Instead of texts. */
  readonly empty: ReactNode
}

const none: readonly PendingText[] = []

/** The texts with one phone, the newest at the bottom. */
export function Texts(props: TextsProps) {
  const { texts, pending = none, hasMore, loadingMore, onSeen, empty } = props
  const newest = texts[0]
  const lastPending = pending.at(-1)
  const { box, isAtEnd, look, toEnd } = useNewest({
    newestKey: lastPending?.key ?? newest?.id,
    newestIsOwn: lastPending !== undefined || newest?.direction === 'out',
    onTop: props.onMore,
  })
  const unseen = useUnseen(texts, isAtEnd)
  // What is there at first is not read aloud, and neither are older texts.
  const [quietTo] = useState(newest?.id ?? 0)
  const current = useTextFocus(box)
  const entries = useMemo(() => entriesOf(texts, pending), [texts, pending])
  const end = endOf(entries, quietTo)
  const newestIn = texts.find(({ direction }) => direction === 'in') ?? (hasMore ? newest : undefined)
  useEffect(() => {
    if (newestIn && isAtEnd) onSeen?.(newestIn)
  }, [newestIn, isAtEnd, onSeen])
  const shared = { ...props, tabbed: current ?? newest?.id }
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        role="log"
        aria-label={words.texts}
        {...scrolledByKeys}
        className={styles.box}
        onScroll={look}
      >
        <div className={styles.content}>
          <div aria-live="off" className={styles.content}>
            {entries.length > 0 && (
              <p className={styles.edge}>{loadingMore ? words.loadingOlder : hasMore ? '' : words.first}</p>
            )}
            <Entries entries={entries.slice(0, end)} {...shared} />
          </div>
          <Entries entries={entries.slice(end)} {...shared} />
          {entries.length === 0 && empty}
        </div>
      </div>
      {unseen > 0 && (
        <div className={styles.chip}>
          <Button icon="fall" onClick={toEnd}>
            {words.newTexts(unseen)}
          </Button>
        </div>
      )}
    </div>
  )
}

interface EntriesProps extends Pick<TextsProps, 'workspace' | 'display' | 'groupName' | 'onDetails'> {
  readonly entries: readonly Entry[]
  readonly tabbed: number | undefined
}

function Entries({ entries, workspace, display, groupName, onDetails, tabbed }: EntriesProps) {
  const now = useNow()
  return entries.map((entry) => {
    if (entry.kind === 'day')
      return (
        <p key={entry.at.toDateString()} className={styles.day}>
          {dayName(entry.at, now)}
        </p>
      )
    if (entry.kind === 'pending') return <PendingArticle key={entry.text.key} text={entry.text} />
    const { text } = entry
    return (
      <TextArticle
        key={text.id}
        text={text}
        workspace={workspace}
        display={display}
        group={text.group_id === null ? undefined : groupName?.(text.group_id)}
        tabbable={text.id === tabbed}
        onDetails={onDetails}
      />
    )
  })
}

const dayMs = 86_400_000

function dayName(at: Date, now: Date): string {
  const day = at.toDateString()
  if (day === now.toDateString()) return words.today
  if (day === new Date(now.getTime() - dayMs).toDateString()) return words.yesterday
  return grammar.date(at, now)
}

/** How many texts arrived below while older ones were read. */
function useUnseen(texts: readonly Text[], isAtEnd: boolean): number {
  const newestId = texts[0]?.id ?? 0
  const [seenId, setSeenId] = useState(newestId)
  if (isAtEnd && newestId > seenId) setSeenId(newestId)
  return isAtEnd ? 0 : texts.findLastIndex(({ id }) => id > seenId) + 1
}
