import { useState, type ReactNode } from 'react'
import { deferred } from '../deferred.tsx'
import type { DialogProps } from './dialog-parts.tsx'
import styles from './dialog.module.css'

const Parts = deferred<DialogProps>(
  async () => (await import('./dialog-parts.tsx')).Dialog,
  () => null,
)

/** A modal dialog. Focus returns to what opened it. It fills the screen at 390 px. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return wanted ? <Parts {...props} /> : null
}

/** The buttons at the end of a dialog: Cancel, then the verb. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
