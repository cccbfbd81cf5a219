import type { ReactNode } from 'react'
import styles from './page-head.module.css'
import { usePageTitle } from './page-title.ts'

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
  usePageTitle(title)
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
