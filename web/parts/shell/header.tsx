import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Mark } from '../../ui/mark.tsx'
import { shellWords } from '../../words/words.ts'
import { useSession, type Workspace } from '../session/session.ts'
import { homeOf } from './destinations.ts'
import styles from './header.module.css'
import { AccountButton, WorkspaceButton } from './header-buttons.tsx'
import type { Overlay } from './shell.tsx'

/** Menus are fetched after the first picture. */
const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then(({ AccountMenu }) => ({ default: AccountMenu })),
)
const WorkspaceMenu = lazy(() =>
  import('./workspace-menu.tsx').then(({ WorkspaceMenu }) => ({ default: WorkspaceMenu })),
)

/** Drawn by the style sheet, because the button's name is Search alone. */
const jumpKeys = navigator.userAgent.includes('Mac') ? '⌘ K' : 'Ctrl K'

interface HeaderProps {
  readonly workspace: Workspace | undefined
  readonly open: (overlay: Overlay) => void
}

/** The banner. */
export function Header({ workspace, open }: HeaderProps) {
  const { user } = useSession()
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <button
          type="button"
          className={styles.menu}
          aria-label={shellWords.menu}
          onClick={() => open('menu')}
        >
          <Icon name="menu" />
        </button>
        <Link
          to={workspace ? homeOf(workspace) : '/'}
          className={styles.brand}
          aria-label={shellWords.product}
        >
          <Mark />
          <span className={styles.word}>{shellWords.product}</span>
        </Link>
        <Suspense fallback={<WorkspaceButton name={workspace?.name ?? ''} disabled />}>
          <WorkspaceMenu workspace={workspace} />
        </Suspense>
        <span className={styles.space} />
        <button
          type="button"
          className={`${styles.button} ${styles.search}`}
          aria-label={shellWords.search}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => open('jump')}
        >
          <Icon name="search" />
          <span className={styles.word}>{shellWords.search}</span>
          <span className={styles.keys} data-keys={jumpKeys} />
        </button>
        <Suspense fallback={<AccountButton name={user.first_name} disabled />}>
          <AccountMenu onShortcuts={() => open('shortcuts')} />
        </Suspense>
      </div>
    </header>
  )
}
