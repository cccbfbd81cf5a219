import styles from './request.module.css'

/** An HTTP status. */
export function StatusNumber({ of: status }: { readonly of: number }) {
  const color = status >= 500 ? styles.failed : status >= 400 ? styles.refused : undefined
  return <span className={color}>{status}</span>
}
