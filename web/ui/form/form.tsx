import { Form as Base } from '@base-ui/react/form'
import { createContext, use, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button, type ButtonProps } from '../action/button.tsx'
import { failureOf } from '../failure.ts'
import { FormError } from './form-error.tsx'
import styles from './form.module.css'

const State = createContext<{ readonly sending: boolean; readonly error: unknown }>({
  sending: false,
  error: undefined,
})

interface FormProps<Values extends object> {
  /**
   * Gets the values of the fields by their names. What it throws is shown: an error with `details.field` at the field
   * of that name, any other above the buttons. Input survives.
   */
  readonly onSubmit: (values: Values) => Promise<unknown>
  /** Forms are 400 px wide, `wide` ones as wide as they can be. */
  readonly wide?: boolean
  readonly label?: string
  readonly children: ReactNode
}

interface Refusal {
  readonly errors: Readonly<Record<string, string>>
  readonly rest?: unknown
}

const none: Refusal = { errors: {} }

/** Fields, then FormActions. One call at a time. */
export function Form<Values extends object>({ onSubmit, wide = false, label, children }: FormProps<Values>) {
  const form = useRef<HTMLFormElement>(null)
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState(none)
  const submit = async (values: Values) => {
    if (sending) return
    setSending(true)
    try {
      await onSubmit(values)
    } catch (error) {
      setRefusal(refusalOf(error, form.current))
    } finally {
      setSending(false)
    }
  }
  return (
    <State value={{ sending, error: refusal.rest }}>
      <Base
        ref={form}
        aria-label={label}
        className={`${styles.form} ${wide ? styles.wide : ''}`}
        errors={refusal.errors}
        // Base UI sends no form that still shows an error, and moves the focus to the first error that comes next.
        onSubmitCapture={() => flushSync(() => setRefusal(none))}
        onFormSubmit={(values) => void submit(values as Values)}
      >
        {children}
      </Base>
    </State>
  )
}

function refusalOf(error: unknown, form: HTMLFormElement | null): Refusal {
  const { field, message } = failureOf(error)
  const shown = field !== undefined && form?.elements.namedItem(field) !== null
  return shown ? { errors: { [field]: messageAt(field, message) } } : { errors: {}, rest: error }
}

/** "Must have 9 digits." from "ein must have 9 digits. name must be a string.": the label says which field it is. */
function messageAt(field: string, message: string): string {
  if (!message.startsWith(`${field} `)) return message
  const sentence = message
    .slice(field.length + 1)
    .split('. ', 1)
    .join()
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** The row of buttons below the fields, and above it the error that belongs to no field. In dialogs Cancel comes first. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <FormError error={use(State).error} />
      <div className={styles.actions}>{children}</div>
    </>
  )
}

/** Sends the form around it. */
export function SubmitButton({ kind = 'filled', ...rest }: Omit<ButtonProps, 'type' | 'busy' | 'onClick'>) {
  return <Button {...rest} type="submit" kind={kind} busy={use(State).sending} />
}

/** A titled part of a long form. */
export function FormSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
