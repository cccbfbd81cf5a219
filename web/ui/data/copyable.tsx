import { uiWords } from '../../words/words.ts'
import { Icon } from '../icon.tsx'
import { useCopy } from '../use-copy.ts'
import styles from './copyable.module.css'

interface CopyableProps {
  readonly text: string
  /** Names what is copied: "Copy request ID". */
  readonly what: string
}

/** An ID, prefix, or URL that copies on click. */
export function Copyable({ text, what }: CopyableProps) {
  const { copied, copy } = useCopy(text)
  return (
    <button type="button" className={styles.copyable} onClick={copy} title={uiWords.copy(what)}>
      <code>{text}</code>
      <span className={styles.sign}>
        <Icon name={copied ? 'check' : 'copy'} size={16} />
      </span>
      <span className="visually-hidden" aria-live="polite">
        {copied ? uiWords.copied : ''}
      </span>
    </button>
  )
}
