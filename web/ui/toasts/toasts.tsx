import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { uiWords } from '../../words/words.ts'
import { buttonClass } from '../action/button.tsx'
import buttonStyles from '../action/button.module.css'
import { RequestId } from '../data/request-id.tsx'
import { Icon } from '../icon.tsx'
import { showWaiting, toastManager, type ToastData } from './toast.ts'
import styles from './toasts.module.css'

/** The region Notifications. Once, in the root. */
export function Toasts() {
  useEffect(showWaiting, [])
  return (
    <Toast.Provider toastManager={toastManager} limit={3} timeout={6000}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label={uiWords.notifications}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const { toasts } = Toast.useToastManager<ToastData>()
  return toasts.map((item) => (
    <Toast.Root key={item.id} toast={item} swipeDirection="left" className={styles.toast}>
      <Toast.Content className={styles.content}>
        {item.type === 'error' && <Icon name="alert" />}
        <div className={styles.words}>
          <Toast.Title render={<p />} />
          <Toast.Description className={styles.line} />
          <RequestId id={item.data?.requestId} />
        </div>
        {item.actionProps && <Toast.Action className={`${buttonClass('quiet')} ${styles.action}`} />}
        <Toast.Close aria-label={uiWords.close} className={`${buttonStyles.icon} ${buttonStyles.small}`}>
          <Icon name="close" size={16} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
