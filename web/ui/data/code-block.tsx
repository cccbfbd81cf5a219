import { uiWords } from '../../words/words.ts'
import { IconButton } from '../action/icon-button.tsx'
import { useCopy } from '../use-copy.ts'
import styles from './code-block.module.css'

interface CodeBlockProps {
  readonly code: string
  /** Names the code: "Copy command". */
  readonly what: string
}

/** Code to read and copy. Long lines wrap. */
export function CodeBlock({ code, what }: CodeBlockProps) {
  const { copied, copy } = useCopy(code)
  return (
    <div className={styles.block}>
      <pre tabIndex={0} aria-label={what}>
        {code}
      </pre>
      <IconButton
        small
        icon={copied ? 'check' : 'copy'}
        label={copied ? uiWords.copied : uiWords.copy(what)}
        onClick={copy}
      />
    </div>
  )
}
