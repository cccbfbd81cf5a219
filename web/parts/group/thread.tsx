import { Button } from '../../ui/action/button.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { groupWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import type { Entry } from './entries.ts'
import { EntryArticle } from './entry-article.tsx'
import styles from './group.module.css'
import type { Group } from './groups.ts'
import { useLog } from './use-log.ts'
import { useThread } from './use-thread.ts'

const { thread: words } = groupWords

/** What members texted, and what went to the group. */
export function Thread({ group }: { readonly group: Group }) {
  const { id: workspace } = useWorkspace()
  const thread = useThread(workspace, group.id)
  if (thread.error) return <ErrorPanel error={thread.error} onRetry={thread.retry} />
  return <Log group={group} {...thread} entries={thread.entries} />
}

interface LogProps extends Omit<ReturnType<typeof useThread>, 'entries'> {
  readonly group: Group
  readonly entries: readonly Entry[] | undefined
}

function Log({ group, entries, hasOlder, loadingOlder, older }: LogProps) {
  const { log, onScroll, toEnd, unseen } = useLog(entries ?? [])
  return (
    <div className={styles.frame}>
      <div
        ref={log}
        role="log"
        aria-label={words.label}
        aria-busy={entries === undefined}
        tabIndex={0}
        className={styles.log}
        onScroll={onScroll}
      >
        {entries === undefined && <Skeleton lines={8} />}
        {entries?.length === 0 && <p className="pencil">{words.empty}</p>}
        {hasOlder && (
          <div className={styles.older}>
            <Button icon="history" busy={loadingOlder} onClick={older}>
              {words.older}
            </Button>
          </div>
        )}
        {entries?.map((entry) => (
          <EntryArticle key={entry.id} entry={entry} members={group.members} />
        ))}
      </div>
      {unseen > 0 && (
        <div className={styles.unseen}>
          <Button icon="fall" onClick={toEnd}>
            {words.newer(unseen)}
          </Button>
        </div>
      )}
    </div>
  )
}
