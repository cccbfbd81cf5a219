import { shellWords } from '../../words/words.ts'
import styles from './shell.module.css'

/** A quiet line on the pages of a workspace that is demo data. */
export function DemoLine() {
  const [before, command, after] = shellWords.demo
  return (
    <aside aria-label={shellWords.demoData} className={styles.demo}>
      {before}
      <code>{command}</code>
      {after}
    </aside>
  )
}
