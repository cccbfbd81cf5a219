import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import buttonStyles from '../../ui/action/button.module.css'
import { Icon } from '../../ui/icon.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { messageWords } from '../../words/words.ts'
import type { ListSearch } from './conversations.ts'
import styles from './messages.module.css'

interface ThreadHeadProps {
  readonly workspace: number
  readonly title: string
  readonly action?: ReactNode
}

/** The heading of what is open beside the conversations, and on narrow screens the way back to them. */
export function ThreadHead({ workspace, title, action }: ThreadHeadProps) {
  usePageTitle(title)
  return (
    <div className={styles.head}>
      <Link
        to="/w/$workspace/messages"
        params={{ workspace: String(workspace) }}
        search={({ find, show }: ListSearch) => ({ find, show })}
        aria-label={messageWords.thread.back}
        className={`${buttonStyles.icon} ${styles.back}`}
      >
        <Icon name="back" />
      </Link>
      <div className={styles.words}>
        <h1>{title}</h1>
      </div>
      {action}
    </div>
  )
}
