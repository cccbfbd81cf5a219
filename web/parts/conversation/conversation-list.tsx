import { useMemo, useRef, useState } from 'react'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { messageWords, uiWords } from '../../words/words.ts'
import styles from './conversation-list.module.css'
import { ConversationRow } from './conversation-row.tsx'
import { conversationsSource, type Conversation, type ListSearch } from './conversations.ts'
import { hold, inOrder, refreshed, type Held } from './steady-order.ts'
import { MoreFailure } from '../message/more-failure.tsx'
import { useGrowingList, type GrowingSource } from '../message/use-growing-list.ts'
import { useLoadAhead } from './use-load-ahead.ts'
import { usePointerInside } from './use-pointer-inside.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useWindow } from './use-window.ts'

const words = messageWords.conversations
const rowPx = 64

interface ConversationListProps {
  readonly workspace: number
  readonly search: ListSearch
  /** The phone of the conversation that is open. */
  readonly open: string | undefined
  /** Beside the list it says that there are none. */
  readonly isNoneSaid: boolean
}

interface Row {
  readonly key: string
  readonly id: number
  readonly conversation: Conversation
}

interface Kept {
  readonly source: GrowingSource<Conversation>
  readonly held: Held<Row>
}

/** Every phone that the workspace exchanged texts with, the newest text first. */
export function ConversationList({ workspace, search, open, isNoneSaid }: ConversationListProps) {
  const { find, show } = search
  const source = useMemo(() => conversationsSource(workspace, { find, show }), [workspace, find, show])
  const list = useGrowingList(source)
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const all = useMemo(() => list.rows?.map((row) => rowOf(row)) ?? [], [list.rows])
  const isInside = usePointerInside(frame)
  const [kept, setKept] = useState<Kept>()
  // Another filter has other rows.
  const held = kept?.source === source ? kept.held : undefined
  const setHeld = (now: Held<Row>) => setKept({ source, held: now })
  if (!isInside && kept) setKept(undefined)
  else if (isInside && !held && all.length > 0) setHeld(hold(all))
  else if (held && refreshed(held, all) !== held) setHeld(refreshed(held, all))
  const { rows, waiting } = inOrder(all, held)
  const fresh = waiting.filter(({ key }) => key !== open)
  const { from, to } = useWindow(box, rows.length, rowPx)
  const current = useRowKeys(box, { count: rows.length, rowPx })
  useLoadAhead(list, to >= rows.length)
  if (list.error) return <ErrorPanel error={list.error} onRetry={list.retry} />
  const isEmpty = list.rows !== undefined && rows.length === 0 && !list.hasMore && !isNoneSaid
  return (
    <div ref={frame} className={styles.frame}>
      {fresh.length > 0 && (
        <output className={styles.new}>
          <button
            type="button"
            aria-label={words.showNew(fresh.length)}
            onClick={() => {
              setHeld(hold(all))
              box.current?.scrollTo({ top: 0 })
            }}
          >
            {uiWords.newRows(fresh.length)}
          </button>
        </output>
      )}
      <div ref={box} className={styles.box}>
        {!list.rows && <Skeleton lines={8} />}
        {isEmpty && <p className={styles.more}>{emptyWords({ find, show })}</p>}
        <ul aria-label={words.list} className={styles.rows} style={{ height: rows.length * rowPx }}>
          {rows.slice(from, to).map(({ key, conversation }, offset) => (
            <li
              key={key}
              style={{ top: (from + offset) * rowPx }}
              aria-setsize={list.hasMore ? -1 : rows.length}
              aria-posinset={from + offset + 1}
            >
              <ConversationRow
                workspace={workspace}
                conversation={conversation}
                index={from + offset}
                isOpen={key === open}
                tabbable={from + offset === current}
              />
            </li>
          ))}
        </ul>
        {list.hasMore && list.rows && list.moreError === undefined && (
          <p className={styles.more}>{uiWords.loading}</p>
        )}
        <MoreFailure error={list.moreError} onRetry={list.retryMore} />
      </div>
    </div>
  )
}

/** The same for the same conversation. */
const known = new WeakMap<Conversation, Row>()

function rowOf(conversation: Conversation): Row {
  const row = known.get(conversation) ?? { key: conversation.phone, id: conversation.last.id, conversation }
  known.set(conversation, row)
  return row
}

function emptyWords({ find, show }: ListSearch): string {
  if (find !== undefined) return words.noneFound(find)
  return show === 'unread' ? words.noneUnread : words.none
}
