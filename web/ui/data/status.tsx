import styles from './status.module.css'

const colors: Readonly<Record<string, 'seal' | 'wait' | 'accent' | 'stamp'>> = {
  Active: 'seal',
  Delivered: 'seal',
  Arrived: 'seal',
  Online: 'seal',
  Done: 'seal',
  Approved: 'seal',
  Received: 'seal',
  Healthy: 'seal',
  Queued: 'wait',
  Sending: 'wait',
  Pending: 'wait',
  Paused: 'wait',
  'Waiting for the network': 'wait',
  'Choose the file again': 'wait',
  Requested: 'wait',
  Expiring: 'wait',
  Warning: 'wait',
  Sent: 'accent',
  'On its way': 'accent',
  'Not confirmed': 'wait',
  Uploading: 'accent',
  Failed: 'stamp',
  'Not delivered': 'stamp',
  Expired: 'stamp',
  Revoked: 'stamp',
  Offline: 'stamp',
  Declined: 'stamp',
  Disabled: 'stamp',
  'Being deleted': 'stamp',
}

/** A dot and one word. The word decides the color; unknown words are in pencil. */
export function Status({ word }: { readonly word: string }) {
  return (
    <span className={`${styles.status} ${styles[colors[word] ?? 'pencil'] ?? ''}`}>
      <span className={styles.dot} aria-hidden="true" />
      {word}
    </span>
  )
}
