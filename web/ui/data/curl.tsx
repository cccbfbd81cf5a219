import { uiWords } from '../../words/words.ts'
import { Icon } from '../icon.tsx'
import { CodeBlock } from './code-block.tsx'
import styles from './code-block.module.css'
import { curlCommand, type Call } from './curl-command.ts'

/** "Show as curl": the same call of the public API, filled in, with `$KEY`. */
export function Curl(call: Call) {
  return (
    <details className={styles.disclosure}>
      <summary>
        <Icon name="chevronRight" size={16} />
        {uiWords.showAsCurl}
      </summary>
      <CodeBlock code={curlCommand(call)} what={uiWords.command} />
    </details>
  )
}
