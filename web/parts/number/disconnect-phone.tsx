import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { useLast } from '../../ui/use-last.ts'
import { numberWords } from '../../words/words.ts'
import { type Phone, phoneName } from './numbers.ts'

const words = numberWords.disconnect

interface DisconnectPhoneProps {
  /** Undefined: closed. */
  readonly phone: Pick<Phone, 'name'> | undefined
  readonly onClose: () => void
  readonly onConfirm: () => Promise<unknown>
}

/** Disconnect name? */
export function DisconnectPhone({ phone, onClose, onConfirm }: DisconnectPhoneProps) {
  const shown = useLast(phone)
  return (
    <ConfirmDialog
      open={phone !== undefined}
      onClose={onClose}
      title={words.title(shown ? phoneName(shown) : '')}
      verb={words.verb}
      onConfirm={async () => {
        await onConfirm()
        toast.say(words.done)
      }}
    >
      <p>{words.sentence}</p>
    </ConfirmDialog>
  )
}
