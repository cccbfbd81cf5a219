import { useMemo } from 'react'
import { useValue } from '../../uploads/use-value.ts'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { messageWords } from '../../words/words.ts'
import { pendingTexts } from './outbox.ts'
import { Reply } from './reply.tsx'
import { Texts } from './texts.tsx'
import { threadSource, type Text } from './thread.ts'
import { useGroupNames } from './use-groups.ts'
import { useGrowingList } from './use-growing-list.ts'

const words = messageWords.thread

interface ThreadViewProps {
  readonly workspace: number
  readonly phone: string
  readonly display: string
  readonly onDetails: (id: number) => void
  readonly onSeen?: ((newest: Text) => void) | undefined
}

/** The texts with a phone, and the box for the next one. Give it a `key` for each phone. */
export function ThreadView({ workspace, phone, display, onDetails, onSeen }: ThreadViewProps) {
  const source = useMemo(() => threadSource(workspace, phone), [workspace, phone])
  const list = useGrowingList(source)
  const groupName = useGroupNames(workspace, list.rows)
  const everywhere = useValue(pendingTexts)
  const pending = useMemo(
    () => everywhere.filter((text) => text.workspace === workspace && text.phone === phone),
    [everywhere, workspace, phone],
  )
  // Senders with a name, and short codes.
  const isAnswerable = phone.startsWith('+')
  return (
    <>
      {list.rows ? (
        <Texts
          workspace={workspace}
          texts={list.rows}
          pending={pending}
          display={display}
          groupName={groupName}
          onDetails={onDetails}
          hasMore={list.hasMore}
          loadingMore={list.loadingMore}
          onMore={list.more}
          onSeen={onSeen}
          empty={<p className="pencil">{words.none}</p>}
        />
      ) : list.error ? (
        <ErrorPanel error={list.error} onRetry={list.retry} />
      ) : (
        <Skeleton lines={8} />
      )}
      {isAnswerable ? (
        <Reply workspace={workspace} phone={phone} />
      ) : (
        <p className="pencil">{words.notAnswerable}</p>
      )}
    </>
  )
}
