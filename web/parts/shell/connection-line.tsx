import { Icon } from '../../ui/icon.tsx'
import { shellWords } from '../../words/words.ts'
import { useReachable } from './connection.ts'
import styles from './shell.module.css'

/** A quiet line while Bureau cannot be reached. */
export function ConnectionLine() {
  const reachable = useReachable()
  return (
    <div role="status">
      {!reachable && (
        <p className={styles.line}>
          <Icon name="alert" size={16} />
          {shellWords.offline}
        </p>
      )}
    </div>
  )
}
