import { useMemo } from 'react'
import { useValue } from '../../uploads/use-value.ts'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { messageWords } from '../../words/words.ts'
import { pendingTexts } from '../message/pending-texts.ts'
import { Reply } from '../compose/reply.tsx'
import { Texts } from '../message/texts.tsx'
import { threadSource, type Text } from '../message/thread.ts'
import { useGroupNames } from '../message/use-groups.ts'
import { useGrowingList } from '../message/use-growing-list.ts'
import { useReadMark } from './use-read-mark.ts'

const words = messageWords.thread

const noTexts: readonly Text[] = []

interface ThreadViewProps {
  readonly workspace: number
  readonly phone: string
  readonly display: string
  readonly onDetails: (id: number) => void
}

/** The texts with a phone, and the box for the next one. Give it a `key` for each phone. */
export function ThreadView({ workspace, phone, display, onDetails }: ThreadViewProps) {
  const source = useMemo(() => threadSource(workspace, phone), [workspace, phone])
  const list = useGrowingList(source)
  const onSeen = useReadMark(workspace, phone)
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
          moreError={list.moreError}
          onRetryMore={list.retryMore}
          onSeen={onSeen}
          empty={<p className="pencil">{words.none}</p>}
        />
      ) : list.error ? (
        <ErrorPanel error={list.error} onRetry={list.retry} />
      ) : (
        <Skeleton lines={8} />
      )}
      {isAnswerable ? (
        <Reply workspace={workspace} phone={phone} texts={list.rows ?? (list.error ? noTexts : undefined)} />
      ) : (
        <p className="pencil">{words.notAnswerable}</p>
      )}
    </>
  )
}
