import type { ReactNode } from 'react'
import { uiWords } from '../../words/words.ts'
import { CodeBlock } from '../data/code-block.tsx'
import { curlCommand, type Call } from '../data/curl-command.ts'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  readonly sentence: string
  /** One button or link. */
  readonly action?: ReactNode
  /** The same by the public API. */
  readonly curl?: Call
}

/** A list without rows: one sentence, one button, one curl line. */
export function EmptyState({ sentence, action, curl }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <p>{sentence}</p>
      {action}
      {curl && <CodeBlock code={curlCommand(curl)} what={uiWords.command} />}
    </div>
  )
}
