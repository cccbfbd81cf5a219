import { Link } from '@tanstack/react-router'
import { memo, useId, useState } from 'react'
import { Time } from '../../ui/data/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { groupWords } from '../../words/words.ts'
import { StatusNote, TextStatus } from '../message/text-status.tsx'
import textStyles from '../message/texts.module.css'
import type { Text } from '../message/thread.ts'
import { countsOf, type Entry } from './entries.ts'
import styles from './group.module.css'
import type { Member } from './groups.ts'

const { thread: words } = groupWords

interface EntryArticleProps {
  readonly entry: Entry
  readonly workspace: number
  readonly members: readonly Member[]
  /** One text of a list is in the tab order; arrow keys lead to the others. */
  readonly tabbable: boolean
}

/** A text of a member with its forwards, or a text to the group. */
export const EntryArticle = memo(function EntryArticle(props: EntryArticleProps) {
  const { entry, workspace, members, tabbable } = props
  const { id, text, body, at, copies } = entry
  const [open, setOpen] = useState(false)
  const listId = useId()
  const nameOf = (phone: string) => members.find((member) => member.phone === phone)?.name ?? phone
  return (
    <article
      className={`${textStyles.text} ${text ? textStyles.theirs : textStyles.own}`}
      data-text={id}
      aria-label={text ? words.of(entry.name ?? nameOf(text.phone)) : words.broadcast}
    >
      <p className={textStyles.body} dir="auto">
        {text && <b>{words.from(entry.name ?? nameOf(text.phone))} </b>}
        {body}
      </p>
      {text?.error && <p className={styles.problem}>{text.error.message}</p>}
      <div className={textStyles.meta}>
        <Time at={at} />
        {copies.length === 0 ? (
          <span>{text?.error ? words.notForwarded : words.forwarded(0)}</span>
        ) : (
          <button
            type="button"
            className={styles.summary}
            tabIndex={tabbable ? 0 : -1}
            aria-expanded={open}
            aria-controls={listId}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'chevronDown' : 'chevronRight'} size={16} />
            <Summary entry={entry} />
          </button>
        )}
      </div>
      {open && (
        <ul id={listId} aria-label={words.recipients} className={styles.copies}>
          {copies.map((copy) => (
            <Copy key={copy.id} copy={copy} name={nameOf(copy.phone)} workspace={workspace} />
          ))}
        </ul>
      )}
    </article>
  )
})

/** How the copies of a text fared, in one line. */
function Summary({ entry: { text, copies } }: { readonly entry: Entry }) {
  const counts = countsOf(copies)
  const delivered = counts.find(([status]) => status === 'delivered')?.[1] ?? 0
  const others = text ? counts : counts.filter(([status]) => status !== 'delivered')
  return (
    <span>
      {text ? words.forwarded(copies.length) : words.delivered(delivered, copies.length)}
      {others.length > 0 && <span>: {words.counts(others)}</span>}
    </span>
  )
}

interface CopyProps {
  readonly copy: Text
  readonly name: string
  readonly workspace: number
}

const Copy = ({ copy, name, workspace }: CopyProps) => (
  <li>
    <Link
      to="/w/$workspace/messages/$phone"
      params={{ workspace: String(workspace), phone: copy.phone }}
      className={styles.recipient}
    >
      <bdi>{name}</bdi>
    </Link>
    <span className={styles.fate}>
      <TextStatus text={copy} />
      <StatusNote text={copy} />
    </span>
  </li>
)
