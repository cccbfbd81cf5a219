import { useState, type ReactNode } from 'react'
import { uiWords } from '../../words/words.ts'
import { Button } from '../action/button.tsx'
import { FormError } from '../form/form-error.tsx'
import { TextInput } from '../form/text-input.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import styles from './dialog.module.css'

interface ConfirmDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /** The button: a verb, such as "Revoke". */
  readonly verb: string
  /** Runs on the button. The dialog closes when it resolves and shows what it throws. */
  readonly onConfirm: () => Promise<unknown>
  /** To be typed first, where others are affected for good. */
  readonly typed?: string
  /** True: the action stops or removes something. */
  readonly danger?: boolean
  /** What stops working. */
  readonly children: ReactNode
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children } = props
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="stack">{children}</div>
      <Confirmation {...props} />
    </Dialog>
  )
}

/** Mounted with the open dialog, so that its state ends with it. */
function Confirmation({ onClose, verb, onConfirm, typed, danger = true }: ConfirmDialogProps) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const missing = typed !== undefined && text.trim() !== typed
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.confirmation}
      onSubmit={(event) => {
        event.preventDefault()
        if (!missing && !busy) void confirm()
      }}
    >
      {typed !== undefined && (
        <TextInput label={uiWords.typeToConfirm(typed)} value={text} onChange={setText} spellCheck={false} />
      )}
      <FormError error={error} />
      <DialogActions>
        <Button onClick={onClose}>{uiWords.cancel}</Button>
        <Button
          type="submit"
          kind={danger ? 'danger' : 'filled'}
          busy={busy}
          disabledReason={missing ? uiWords.typeToConfirm(typed) : undefined}
        >
          {verb}
        </Button>
      </DialogActions>
    </form>
  )
}
