import { useEffect, type ReactNode } from 'react'
import { uiWords } from '../../words/words.ts'
import styles from './page-head.module.css'

interface PageHeadProps {
  /** The only `h1` of the page, and its title in the tab. */
  readonly title: string
  /** The primary action, at the right. */
  readonly action?: ReactNode
  /** One sentence or facts below the title. */
  readonly children?: ReactNode
}

/** The head of every page. */
export function PageHead({ title, action, children }: PageHeadProps) {
  useEffect(() => {
    document.title = uiWords.title(title)
  }, [title])
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <h1>{title}</h1>
        {children !== undefined && <div className={styles.note}>{children}</div>}
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
