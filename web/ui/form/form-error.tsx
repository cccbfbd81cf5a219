import { failureOf } from '../failure.ts'
import { RequestId } from '../data/request-id.tsx'
import styles from './form.module.css'

/** An error that belongs to no field, announced at once. */
export function FormError({ error }: { readonly error: unknown }) {
  if (error === undefined || error === null) return null
  const { message, requestId } = failureOf(error)
  return (
    <div className={styles.error} role="alert">
      <p>{message}</p>
      <RequestId id={requestId} />
    </div>
  )
}
