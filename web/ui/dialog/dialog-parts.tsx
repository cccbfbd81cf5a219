import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { uiWords } from '../../words/words.ts'
import buttonStyles from '../action/button.module.css'
import { Icon } from '../icon.tsx'
import { useLast } from '../use-last.ts'
import styles from './dialog.module.css'

export interface DialogProps {
  readonly open: boolean
  /** Esc, the close button, and a press outside. Not called while `dismissible` is false. */
  readonly onClose: () => void
  /** Its heading and accessible name. */
  readonly title: ReactNode
  /** `form` is 640 px wide, `side` is a sheet at the right edge, `full` fills the window. */
  readonly size?: 'plain' | 'form' | 'side' | 'full'
  /** False: only its own buttons close it. */
  readonly dismissible?: boolean
  /** Gets the focus instead of the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

export function Dialog(props: DialogProps) {
  const { open, onClose, size = 'plain', dismissible = true, initialFocus, children } = props
  // What the heading names may be gone while the dialog closes.
  const title = useLast(open ? props.title : undefined)
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(opened, details) => {
        if (opened) return
        if (dismissible) onClose()
        else details.cancel()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={`${styles.popup} ${styles[size]}`} {...(initialFocus && { initialFocus })}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {children}
            {dismissible && (
              <div className={styles.close}>
                <Base.Close aria-label={uiWords.close} className={buttonStyles.icon}>
                  <Icon name="close" />
                </Base.Close>
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
