import { uiWords } from '../../words/words.ts'
import { Button } from '../action/button.tsx'
import { RequestId } from '../data/request-id.tsx'
import { failureOf } from '../failure.ts'
import { Icon } from '../icon.tsx'
import styles from './error-panel.module.css'

interface ErrorPanelProps {
  readonly error: unknown
  /** Usually `refetch` of the query. */
  readonly onRetry: () => void
}

/** What happened, what to do, the request ID, and "Try again", in place of the data. */
export function ErrorPanel({ error, onRetry }: ErrorPanelProps) {
  const { message, requestId } = failureOf(error)
  return (
    <div className={styles.panel} role="alert">
      <p className={styles.title}>
        <Icon name="alert" />
        {uiWords.failed.title}
      </p>
      <p>{message}</p>
      {requestId !== undefined && <p>{uiWords.failed.advice}</p>}
      <RequestId id={requestId} />
      <Button onClick={onRetry} icon="refresh">
        {uiWords.tryAgain}
      </Button>
    </div>
  )
}
