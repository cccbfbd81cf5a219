import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { shellWords } from '../../words/words.ts'
import { lastWorkspace } from '../session/last-workspace.ts'
import { useSession, type Workspace } from '../session/session.ts'
import { ConnectionLine } from './connection-line.tsx'
import { Header } from './header.tsx'
import { Navigation } from './navigation.tsx'
import { Shortcuts } from './shortcuts.tsx'
import styles from './shell.module.css'
import { useHotkeys } from './use-hotkeys.ts'

export type Overlay = 'menu' | 'jump' | 'shortcuts'

const JumpTo = lazy(() => import('./jump-to.tsx').then(({ JumpTo }) => ({ default: JumpTo })))

interface ShellProps {
  /** Of the URL. Elsewhere the last one is offered. */
  readonly workspace?: Workspace | undefined
  readonly children: ReactNode
}

/** The frame of every page behind the log-in. */
export function Shell({ workspace, children }: ShellProps) {
  const session = useSession()
  const shown = workspace ?? lastWorkspace(session)
  const [overlay, setOverlay] = useState<Overlay>()
  const close = () => setOverlay(undefined)
  useHotkeys(shown, session, setOverlay)
  return (
    <>
      <a className={styles.skip} href="#content">
        {shellWords.skip}
      </a>
      <Header workspace={shown} open={setOverlay} />
      <ConnectionLine />
      <div className={styles.frame}>
        <div className={styles.side}>
          <Navigation workspace={shown} />
        </div>
        <Main>{children}</Main>
      </div>
      <Dialog open={overlay === 'menu'} onClose={close} title={shellWords.menu}>
        <Navigation workspace={shown} onNavigate={close} />
      </Dialog>
      <Shortcuts open={overlay === 'shortcuts'} onClose={close} workspace={shown} />
      {overlay === 'jump' && (
        <Suspense>
          <JumpTo onClose={close} workspace={shown} />
        </Suspense>
      )}
    </>
  )
}

/** Takes the focus when a new page has removed what had it. */
function Main({ children }: { readonly children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const shown = useRef(path)
  useEffect(() => {
    if (path === shown.current) return
    shown.current = path
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <main id="content" tabIndex={-1} ref={main} className={styles.sheet}>
      <div className={styles.content}>{children}</div>
    </main>
  )
}
