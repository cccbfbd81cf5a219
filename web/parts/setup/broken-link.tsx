import { setupWords } from '../../words/words.ts'
import styles from './setup.module.css'

const [before, command, after] = setupWords.brokenLink

/** The token is wrong, was used, or has expired. */
export function BrokenLink() {
  return (
    <p role="alert" className={styles.broken}>
      {before}
      <code>{command}</code>
      {after}
    </p>
  )
}
