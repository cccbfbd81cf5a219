import { useMemo, useRef, useState } from 'react'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { messageWords, uiWords } from '../../words/words.ts'
import styles from './conversation-list.module.css'
import { ConversationRow } from './conversation-row.tsx'
import { conversationsSource, type ListSearch } from './conversations.ts'
import { hold, inOrder, type Held } from './steady-order.ts'
import { useGrowingList } from '../message/use-growing-list.ts'
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
}

/** Every phone that the workspace exchanged texts with, the newest text first. */
export function ConversationList({ workspace, search: { find, show }, open }: ConversationListProps) {
  const source = useMemo(() => conversationsSource(workspace, { find, show }), [workspace, find, show])
  const list = useGrowingList(source)
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const all = useMemo(
    () => list.rows?.map((row) => ({ key: row.phone, id: row.last.id, conversation: row })) ?? [],
    [list.rows],
  )
  const isInside = usePointerInside(frame)
  const [held, setHeld] = useState<Held>()
  if (isInside && !held && all.length > 0) setHeld(hold(all))
  if (!isInside && held) setHeld(undefined)
  const { rows, waiting } = inOrder(all, held)
  const fresh = waiting.filter(({ key }) => key !== open)
  const { from, to } = useWindow(box, rows.length, rowPx)
  const current = useRowKeys(box, { count: rows.length, rowPx })
  useLoadAhead(list, to >= rows.length)
  if (list.error) return <ErrorPanel error={list.error} onRetry={list.retry} />
  const isEmpty = list.rows?.length === 0 && !list.hasMore
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
        {list.hasMore && list.rows && <p className={styles.more}>{uiWords.loading}</p>}
      </div>
    </div>
  )
}

function emptyWords({ find, show }: ListSearch): string {
  if (find !== undefined) return words.noneFound(find)
  return show === 'unread' ? words.noneUnread : words.none
}
