import { useState } from 'react'
import { Button } from '../../ui/action/button.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { groupWords, messageWords } from '../../words/words.ts'
import { PendingArticle } from '../message/text-article.tsx'
import textStyles from '../message/texts.module.css'
import { scrolledByKeys, useNewest } from '../message/use-newest.ts'
import { useTextFocus } from '../message/use-text-focus.ts'
import { useWorkspace } from '../session/session.ts'
import type { Entry } from './entries.ts'
import { EntryArticle } from './entry-article.tsx'
import styles from './group.module.css'
import type { Group } from './groups.ts'
import { useThread } from './use-thread.ts'

const { thread: words } = messageWords

/** What members texted, and what went to the group. */
export function Thread({ group }: { readonly group: Group }) {
  const { id: workspace } = useWorkspace()
  const { entries, error, retry, ...pages } = useThread(workspace, group.id)
  if (error) return <ErrorPanel error={error} onRetry={retry} />
  return (
    <div className={`${textStyles.frame} ${styles.thread}`}>
      {entries ? (
        <Entries workspace={workspace} group={group} entries={entries} {...pages} />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  )
}

interface EntriesProps extends Pick<
  ReturnType<typeof useThread>,
  'pending' | 'hasMore' | 'loadingMore' | 'more'
> {
  readonly workspace: number
  readonly group: Group
  readonly entries: readonly Entry[]
}

function Entries({ workspace, group, entries, pending, hasMore, loadingMore, more }: EntriesProps) {
  const newest = entries.at(-1)
  const { box, isAtEnd, look, toEnd } = useNewest({
    newestKey: pending.at(-1)?.key ?? newest?.id,
    newestIsOwn: pending.length > 0 || newest?.text === undefined,
    onTop: more,
  })
  const unseen = useUnseen(entries, isAtEnd)
  // What is there at first is not read aloud, and neither are older texts.
  const [quietTo] = useState(newest?.id ?? 0)
  const tabbed = useTextFocus(box) ?? newest?.id
  const shown = (some: readonly Entry[]) =>
    some.map((entry) => (
      <EntryArticle
        key={entry.id}
        entry={entry}
        workspace={workspace}
        members={group.members}
        tabbable={entry.id === tabbed}
      />
    ))
  return (
    <>
      <div
        ref={box}
        role="log"
        aria-label={words.texts}
        {...scrolledByKeys}
        className={`${textStyles.box} ${styles.log}`}
        onScroll={look}
      >
        <div className={textStyles.content}>
          <div aria-live="off" className={textStyles.content}>
            {entries.length > 0 && (
              <p className={textStyles.edge}>
                {loadingMore ? words.loadingOlder : hasMore ? '' : groupWords.thread.first}
              </p>
            )}
            {shown(entries.filter(({ id }) => id <= quietTo))}
          </div>
          {shown(entries.filter(({ id }) => id > quietTo))}
          {pending.map((text) => (
            <PendingArticle key={text.key} text={text} />
          ))}
          {entries.length + pending.length === 0 && <p className={styles.none}>{groupWords.thread.empty}</p>}
        </div>
      </div>
      {unseen > 0 && (
        <div className={textStyles.chip}>
          <Button icon="fall" onClick={toEnd}>
            {words.newTexts(unseen)}
          </Button>
        </div>
      )}
    </>
  )
}

/** How many texts arrived below while older ones were read. */
function useUnseen(entries: readonly Entry[], isAtEnd: boolean): number {
  const newestId = entries.at(-1)?.id ?? 0
  const [seenId, setSeenId] = useState(newestId)
  if (isAtEnd && newestId > seenId) setSeenId(newestId)
  return isAtEnd ? 0 : entries.filter(({ id }) => id > seenId).length
}
