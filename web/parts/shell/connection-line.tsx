import { Icon } from '../../ui/icon.tsx'
import { shellWords } from '../../words/words.ts'
import { useReachable } from './connection.ts'
import styles from './shell.module.css'

/** A quiet line while Bureau cannot be reached. */
export function ConnectionLine() {
  const reachable = useReachable()
  return (
    <output>
      {!reachable && (
        <span className={styles.line}>
          <Icon name="alert" size={16} />
          {shellWords.offline}
        </span>
      )}
    </output>
  )
}
