import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { Status } from '../../ui/data/status.tsx'
import { Time } from '../../ui/data/time.tsx'
import { messageWords } from '../../words/words.ts'
import styles from './conversation-list.module.css'
import type { Conversation, ListSearch } from './conversations.ts'
import { TextStatus } from '../message/text-status.tsx'

const words = messageWords.conversations

interface ConversationRowProps {
  readonly workspace: number
  readonly conversation: Conversation
  readonly index: number
  readonly isOpen: boolean
  readonly tabbable: boolean
}

/** The phone, its newest text, and what that became. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { workspace, conversation, index, isOpen, tabbable } = props
  const { phone, display, last, unread, opted_out_at: optedOutAt } = conversation
  return (
    <Link
      to="/w/$workspace/messages/$phone"
      params={{ workspace: String(workspace), phone }}
      search={({ find, show }: ListSearch) => ({ find, show })}
      className={`${styles.row} ${unread ? styles.unread : ''}`}
      data-row={index}
      tabIndex={tabbable ? 0 : -1}
      {...(isOpen && { 'aria-current': 'page' as const })}
    >
      {unread ? <span className={styles.dot} aria-hidden="true" /> : <span />}
      <span className={styles.line}>
        <span className={styles.phone}>{display}</span>
        <span className={styles.time}>
          <Time at={last.created_at} />
        </span>
      </span>
      <span className={styles.line}>
        <span className={styles.last} dir="auto">
          {unread && <span className="visually-hidden">{words.unread}. </span>}
          {last.direction === 'out' && words.you} {last.body}
        </span>
        <span className={styles.status}>
          {last.direction === 'out' && <TextStatus text={last} />}
          {optedOutAt !== null && <Status word={words.stopped} />}
        </span>
      </span>
    </Link>
  )
})
