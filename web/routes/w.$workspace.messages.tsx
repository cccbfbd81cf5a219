import { createFileRoute, Outlet } from '@tanstack/react-router'
import styles from '../parts/message/messages.module.css'

export const Route = createFileRoute('/w/$workspace/messages')({ component: Messages })

function Messages() {
  return (
    <div className={styles.messages}>
      <div className={styles.list} />
      <div className={styles.open}>
        <Outlet />
      </div>
    </div>
  )
}
