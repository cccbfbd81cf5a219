import { messageWords } from '../../words/words.ts'
import styles from './composer.module.css'
import { charactersMax, type TextCount } from './text-count.ts'

const words = messageWords.composer

/** "142 of 1,600 characters, 1 part", and which character costs parts. */
export function Counter({ count: { characters, parts, unicode } }: { readonly count: TextCount }) {
  const over = characters - charactersMax
  return (
    <>
      <span className={over > 0 ? styles.over : undefined}>
        {words.counter(characters, charactersMax, parts)}
      </span>
      {over > 0 && <span className={styles.over}> · {words.tooLong(over)}</span>}
      {over <= 0 && unicode !== undefined && <span> · {words.unicode(unicode)}</span>}
    </>
  )
}
