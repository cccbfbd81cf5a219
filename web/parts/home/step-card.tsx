import { useId, type ReactNode } from 'react'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { curlCommand, type Call } from '../../ui/data/curl-command.ts'
import { Status } from '../../ui/data/status.tsx'
import { homeWords } from '../../words/words.ts'
import styles from './home.module.css'
import { KeyHint } from './key-hint.tsx'

interface StepCardProps {
  readonly title: string
  readonly sentence: string
  /** Undefined while it is not known. */
  readonly done: boolean | undefined
  readonly call: Call
  /** The service that the key of the command is for. */
  readonly service: 'files' | 'sms'
  readonly children: ReactNode
}

/** One thing to try: here, or from a terminal. */
export function StepCard({ title, sentence, done, call, service, children }: StepCardProps) {
  const titleId = useId()
  return (
    <article aria-labelledby={titleId} className={styles.card}>
      <div className={styles.trial}>
        <div className={styles.cardHead}>
          <h3 id={titleId}>{title}</h3>
          <output>{done !== undefined && <Status word={done ? homeWords.done : homeWords.notYet} />}</output>
        </div>
        <p className="pencil">{sentence}</p>
        {children}
      </div>
      <div className={styles.command}>
        <CodeBlock code={curlCommand(call)} what={homeWords.command} />
        <KeyHint service={service} />
      </div>
    </article>
  )
}
