import { Icon } from '../../ui/icon.tsx'
import { Status } from '../../ui/data/status.tsx'
import { Time } from '../../ui/data/time.tsx'
import { groupWords } from '../../words/words.ts'
import { countsOf, type Entry } from './entries.ts'
import styles from './group.module.css'
import type { Member, Message } from './groups.ts'

const { thread: words, statuses, reasons } = groupWords

interface EntryArticleProps {
  readonly entry: Entry
  readonly members: readonly Member[]
}

/** A text of a member with its forwards, or a text to the group. */
export function EntryArticle({ entry, members }: EntryArticleProps) {
  const { text, body, at, copies } = entry
  const nameOf = (phone: string) => members.find((member) => member.phone === phone)?.name ?? phone
  return (
    <article className={`${styles.entry} ${text ? styles.in : styles.out}`}>
      <p className={styles.body} dir="auto">
        <b>{words.from(text ? (entry.name ?? nameOf(text.phone)) : words.broadcast)}</b> {body}
      </p>
      {text?.error && <p className={styles.problem}>{text.error.message}</p>}
      <div className={styles.foot}>
        <Time at={at} />
        {copies.length > 0 ? (
          <Copies entry={entry} nameOf={nameOf} />
        ) : (
          <span>{text?.error ? words.notForwarded : words.forwarded(0)}</span>
        )}
      </div>
    </article>
  )
}

interface CopiesProps {
  readonly entry: Entry
  readonly nameOf: (phone: string) => string
}

/** How the copies of a text fared, in one line and one by one. */
function Copies({ entry: { text, copies }, nameOf }: CopiesProps) {
  const counts = countsOf(copies)
  const delivered = counts.find(([status]) => status === 'delivered')?.[1] ?? 0
  const rest = text ? counts : counts.filter(([status]) => status !== 'delivered')
  return (
    <details className={styles.copies}>
      <summary>
        <Icon name="chevronRight" size={16} />
        <span>
          {text ? words.forwarded(copies.length) : words.delivered(delivered, copies.length)}
          {rest.length > 0 && `: ${words.counts(rest)}`}
        </span>
      </summary>
      <ul aria-label={words.recipients}>
        {copies.map((copy) => (
          <li key={copy.id}>
            <bdi className={styles.recipient}>{nameOf(copy.phone)}</bdi>
            <Status word={statuses[copy.status]} />
            {copy.error && <span className="pencil">{reasonOf(copy.error)}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}

const reasonOf = ({ code, message }: NonNullable<Message['error']>): string => reasons[code] ?? message
