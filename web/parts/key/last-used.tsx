import { Time } from '../../ui/data/time.tsx'
import { keyWords } from '../../words/words.ts'
import type { Key } from './draft.ts'
import { isStale } from './key-state.tsx'
import styles from './key.module.css'

/** When a key was last used, and a mark at one that nobody seems to need. */
export function LastUsed({ of: key, now }: { readonly of: Key; readonly now: Date }) {
  return (
    <>
      <Time at={key.last_used_at} never={keyWords.never} />
      {isStale(key, now) && <span className={styles.stale}>{keyWords.stale}</span>}
    </>
  )
}
