import { Field as Base } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import styles from './field.module.css'

interface TextAreaProps
  extends
    FieldProps,
    Pick<ComponentProps<'textarea'>, 'rows' | 'maxLength' | 'placeholder' | 'dir' | 'onKeyDown'> {
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (value: string) => void
  readonly code?: boolean
}

/** Several lines of text with their label. Grows with its content. */
export function TextArea({ label, name, help, error, onChange, code = false, ...area }: TextAreaProps) {
  const { value, defaultValue, ...rest } = area
  return (
    <Field label={label} name={name} help={help} error={error}>
      <Base.Control
        {...(value !== undefined && { value })}
        {...(defaultValue !== undefined && { defaultValue })}
        {...(onChange && { onValueChange: onChange })}
        render={<textarea {...rest} />}
        className={`${styles.control} ${styles.area} ${code ? styles.code : ''}`}
      />
    </Field>
  )
}
