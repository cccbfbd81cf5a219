import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { shellWords } from '../../words/words.ts'
import { lastWorkspace } from '../session/last-workspace.ts'
import { useSession, type Workspace } from '../session/session.ts'
import { ConnectionLine } from './connection-line.tsx'
import { DemoLine } from './demo-line.tsx'
import { Header } from './header.tsx'
import { goLive } from './live.ts'
import { Navigation } from './navigation.tsx'
import styles from './shell.module.css'
import { UploadsTray } from './uploads-tray.tsx'
import { useHotkeys } from './use-hotkeys.ts'

export type Overlay = 'menu' | 'jump' | 'shortcuts'

const Overlays = lazy(() => import('./overlays.tsx').then(({ Overlays }) => ({ default: Overlays })))

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
  const [opened, setOpened] = useState(false)
  const open = (next: Overlay) => {
    setOverlay(next)
    setOpened(true)
  }
  const close = () => setOverlay(undefined)
  useHotkeys(shown, session, open)
  useEffect(goLive, [])
  return (
    <>
      <a className={styles.skip} href="#content">
        {shellWords.skip}
      </a>
      <Header workspace={shown} open={open} />
      <ConnectionLine />
      {workspace?.demo === true && <DemoLine />}
      <div className={styles.frame}>
        <div className={styles.side}>
          <Navigation workspace={shown} />
        </div>
        <Main>{children}</Main>
      </div>
      <UploadsTray />
      {opened && (
        <Suspense>
          <Overlays overlay={overlay} onClose={close} workspace={shown} />
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
