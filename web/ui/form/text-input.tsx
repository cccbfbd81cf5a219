import { Field as Base } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import styles from './field.module.css'

interface TextInputProps
  extends
    FieldProps,
    Omit<ComponentProps<'input'>, 'className' | 'name' | 'onChange' | 'value' | 'defaultValue'> {
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (value: string) => void
  /** Monospace, for identifiers and addresses. */
  readonly code?: boolean
}

/** One line of text with its label. */
export function TextInput({ label, name, help, error, onChange, code = false, ...input }: TextInputProps) {
  return (
    <Field label={label} name={name} help={help} error={error}>
      <Base.Control
        autoComplete="off"
        {...input}
        {...(onChange && { onValueChange: onChange })}
        className={`${styles.control} ${code ? styles.code : ''}`}
      />
    </Field>
  )
}
