import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { DialogProps } from './dialog-parts.tsx'
import styles from './dialog.module.css'

const Parts = lazy(() => import('./dialog-parts.tsx').then(({ Dialog }) => ({ default: Dialog })))

/** A modal dialog, fetched when it first opens. Focus returns to what opened it. It fills the screen at 390 px. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense>
      <Parts {...props} />
    </Suspense>
  )
}

/** The buttons at the end of a dialog: Cancel, then the verb. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
