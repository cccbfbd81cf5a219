import { memo, useState } from 'react'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Status } from '../../ui/data/status.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { grammar, messageWords } from '../../words/words.ts'
import type { PendingText } from './pending-texts.ts'
import styles from './texts.module.css'
import { StatusNote, TextStatus } from './text-status.tsx'
import { showText, type Text } from './thread.ts'

const words = messageWords.thread

interface TextArticleProps {
  readonly text: Text
  readonly workspace: number
  /** Of the other party, for people. */
  readonly display: string
  /** Of the group that it belongs to. */
  readonly group?: string | undefined
  /** One text of a list is in the tab order; arrow keys lead to the others. */
  readonly tabbable: boolean
  readonly onDetails?: ((id: number) => void) | undefined
}

export const TextArticle = memo(function TextArticle(props: TextArticleProps) {
  const { text, workspace, display, group, tabbable, onDetails } = props
  const { id, direction, body, status, created_at: at } = text
  const time = new Date(at)
  const clock = grammar.clock(time)
  const own = direction === 'out'
  const tabIndex = tabbable ? 0 : -1
  return (
    <article
      className={`${styles.text} ${own ? styles.own : styles.theirs}`}
      aria-label={own ? words.youAt(clock) : words.theyAt(display, clock)}
      data-text={id}
    >
      <p className={styles.body} dir="auto">
        {body}
      </p>
      <div className={styles.meta}>
        {group !== undefined && <span>{group}</span>}
        <TextStatus text={text} />
        <StatusNote text={text} />
        <time dateTime={at} title={grammar.exactTime(time)}>
          {clock}
        </time>
        {status === 'queued' && <CancelButton text={text} workspace={workspace} tabIndex={tabIndex} />}
        {onDetails && (
          <button type="button" className={styles.action} tabIndex={tabIndex} onClick={() => onDetails(id)}>
            {words.details}
          </button>
        )}
      </div>
    </article>
  )
})

interface CancelButtonProps {
  readonly text: Text
  readonly workspace: number
  readonly tabIndex: number
}

function CancelButton({ text, workspace, tabIndex }: CancelButtonProps) {
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    if (busy) return
    setBusy(true)
    try {
      const { data } = await call('sms.cancelMessage', { workspace, id: text.id })
      showText(workspace, data.message)
      toast.say(words.cancelled)
    } catch (error) {
      toast.fail(error)
      setBusy(false)
    } finally {
      void invalidate(workspace, 'messages')
    }
  }
  return (
    <button
      type="button"
      className={styles.action}
      tabIndex={tabIndex}
      aria-busy={busy}
      onClick={() => void cancel()}
    >
      {words.cancel}
    </button>
  )
}

/** A text that the server has not taken yet. */
export function PendingArticle({ text: { body, at } }: { readonly text: PendingText }) {
  const time = new Date(at)
  return (
    <article
      className={`${styles.text} ${styles.own} ${styles.pending}`}
      aria-label={words.youAt(grammar.clock(time))}
    >
      <p className={styles.body} dir="auto">
        {body}
      </p>
      <div className={styles.meta}>
        <Status word={messageWords.pending} />
        <time dateTime={at} title={grammar.exactTime(time)}>
          {grammar.clock(time)}
        </time>
      </div>
    </article>
  )
}
