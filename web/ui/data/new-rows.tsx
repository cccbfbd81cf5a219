import { uiWords } from '../../words/words.ts'
import styles from './new-rows.module.css'

interface NewRowsProps {
  readonly count: number
  readonly onShow: () => void
}

/** "3 new": rows that wait, so that nothing moves under the pointer. Its place is always kept. */
export function NewRows({ count, onShow }: NewRowsProps) {
  return (
    <output className={styles.bar}>
      {count > 0 && (
        <button
          type="button"
          className={styles.button}
          onClick={onShow}
          aria-label={uiWords.showNewRows(count)}
        >
          {uiWords.newRows(count)}
        </button>
      )}
    </output>
  )
}
