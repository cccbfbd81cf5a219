import { uiWords } from '../../words/words.ts'
import { Button } from '../action/button.tsx'
import styles from './more-button.module.css'

interface MoreButtonProps {
  /** False hides it. */
  readonly hasMore: boolean
  readonly busy: boolean
  readonly onMore: () => void
}

/** Below a list with `next_before`: fetches the next page. */
export function MoreButton({ hasMore, busy, onMore }: MoreButtonProps) {
  if (!hasMore) return null
  return (
    <div className={styles.more}>
      <Button onClick={onMore} busy={busy}>
        {uiWords.more}
      </Button>
    </div>
  )
}
