import { Button } from '../../ui/action/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { webhookWords } from '../../words/words.ts'

const { secret: words } = webhookWords

interface SecretDialogProps {
  /** Undefined while there is none to show. */
  readonly secret: string | undefined
  readonly onSaved: () => void
}

/** Shows the signing secret of a new webhook once. Only its button closes it. */
export function SecretDialog({ secret, onSaved }: SecretDialogProps) {
  return (
    <Dialog
      open={secret !== undefined}
      onClose={onSaved}
      title={words.created}
      size="form"
      dismissible={false}
    >
      {secret !== undefined && <Secret secret={secret} onSaved={onSaved} />}
    </Dialog>
  )
}

function Secret({ secret, onSaved }: { readonly secret: string; readonly onSaved: () => void }) {
  const { copied, copy } = useCopy(secret)
  return (
    <div className="stack">
      <p>{words.sentence}</p>
      <TextInput
        label={words.label}
        value={secret}
        readOnly
        code
        onFocus={(event) => event.currentTarget.select()}
      />
      <DialogActions>
        <Button icon={copied ? 'check' : 'copy'} onClick={copy}>
          {words.copy}
        </Button>
        <Button kind="filled" onClick={onSaved}>
          {words.saved}
        </Button>
      </DialogActions>
    </div>
  )
}
