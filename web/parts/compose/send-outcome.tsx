import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/action/button.tsx'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { messageWords } from '../../words/words.ts'
import type { ListSearch } from '../conversation/conversations.ts'
import { displayOf } from '../message/display.ts'
import styles from './composer.module.css'
import type { Outcome } from './use-new-message.ts'

const words = messageWords.outcome

const keep = ({ find, show }: ListSearch): ListSearch => ({ find, show })

interface SendOutcomeProps {
  readonly workspace: number
  readonly outcome: Outcome
  /** Opens the form again, with these recipients. */
  readonly onAgain: (entries: readonly string[]) => void
}

/** What became of a text to several phones: who gets it, who does not, and why. */
export function SendOutcome({ workspace, outcome, onAgain }: SendOutcomeProps) {
  const { messages, rejected = 0, reason, message } = outcome.answer
  const params = { workspace: String(workspace) }
  return (
    <div className="stack">
      <output>
        <p>{words.sent(messages.length)}</p>
        {rejected > 0 && (
          <div className={styles.warning}>
            <p>{message}</p>
            <p>
              {words.notSent(outcome.leftOut)} {reason && words.advice[reason]}
            </p>
          </div>
        )}
      </output>
      <ul aria-label={words.each} className={styles.recipients}>
        {messages.map(({ id, phone }) => (
          <li key={id}>
            <Link to="/w/$workspace/messages/$phone" params={{ ...params, phone }} search={keep}>
              {displayOf(phone)}
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        {outcome.leftOut.length > 0 && (
          <Button icon="edit" onClick={() => onAgain(outcome.leftOut)}>
            {words.writeRest}
          </Button>
        )}
        <Button icon="plus" onClick={() => onAgain([])}>
          {words.another}
        </Button>
        <LinkButton to="/w/$workspace/messages" params={params} search={keep}>
          {words.toList}
        </LinkButton>
      </div>
    </div>
  )
}
