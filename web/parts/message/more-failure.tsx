import { Button } from '../../ui/action/button.tsx'
import { RequestId } from '../../ui/data/request-id.tsx'
import { failureOf } from '../../ui/failure.ts'
import { uiWords } from '../../words/words.ts'
import styles from './texts.module.css'

interface MoreFailureProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** Why further rows are missing, where they would be. Nothing if none are. */
export function MoreFailure({ error, onRetry }: MoreFailureProps) {
  if (error === undefined || error === null) return null
  const { message, requestId } = failureOf(error)
  return (
    <div className={styles.failure} role="alert">
      <p>{message}</p>
      <RequestId id={requestId} />
      <Button onClick={onRetry} icon="refresh">
        {uiWords.tryAgain}
      </Button>
    </div>
  )
}
