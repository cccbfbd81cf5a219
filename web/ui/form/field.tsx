import { Field as Base } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import styles from './field.module.css'

export interface FieldProps {
  readonly label: string
  /** The name of the field in the API, at which its errors are shown. */
  readonly name?: string | undefined
  /** Below the field. */
  readonly help?: ReactNode
  /** Shown instead of the form's error for this name. */
  readonly error?: string | undefined
}

/** The error of the surrounding form for this field, or its own. */
export function FieldMessages({ help, error }: Pick<FieldProps, 'help' | 'error'>) {
  return (
    <>
      {error === undefined ? (
        <Base.Error className={styles.error} />
      ) : (
        <Base.Error match className={styles.error}>
          {error}
        </Base.Error>
      )}
      {help !== undefined && <Base.Description className={styles.help}>{help}</Base.Description>}
    </>
  )
}

/** The frame of one field: label above, error and help below. `children` is its control. */
export function Field({ label, name, help, error, children }: FieldProps & { readonly children: ReactNode }) {
  return (
    <Base.Root name={name} invalid={error !== undefined} className={styles.field}>
      <Base.Label className={styles.label}>{label}</Base.Label>
      {children}
      <FieldMessages help={help} error={error} />
    </Base.Root>
  )
}
