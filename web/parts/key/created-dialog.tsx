import type { Data } from '../../api/call.ts'
import { Button } from '../../ui/action/button.tsx'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { curlCommand } from '../../ui/data/curl-command.ts'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { keyWords, uiWords } from '../../words/words.ts'
import { useSession } from '../session/session.ts'
import { firstCall } from './first-call.ts'
import styles from './key.module.css'

const words = keyWords.created

type Created = Data<'createKey'>

interface CreatedDialogProps {
  /** Undefined: closed. */
  readonly created: Created | undefined
  readonly onDone: () => void
}

/** Key created: the only place that ever shows a key. It closes by its button alone. */
export function CreatedDialog({ created, onDone }: CreatedDialogProps) {
  return (
    <Dialog open={created !== undefined} onClose={onDone} title={words.title} size="form" dismissible={false}>
      {created && <Content created={created} onDone={onDone} />}
    </Dialog>
  )
}

function Content({
  created: { key, secret },
  onDone,
}: {
  readonly created: Created
  readonly onDone: () => void
}) {
  const { installation } = useSession()
  const { copied, copy } = useCopy(secret)
  return (
    <>
      <div className="stack">
        <p>{words.warning}</p>
        <TextInput
          label={words.key}
          code
          readOnly
          defaultValue={secret}
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button icon={copied ? 'check' : 'copy'} onClick={copy}>
          {copied ? uiWords.copied : words.copy}
        </Button>
        <section>
          <h3 className={styles.label}>{words.env}</h3>
          <CodeBlock code={`KEY=${secret}`} what={words.env} />
        </section>
        <section>
          <h3 className={styles.label}>{words.firstCall}</h3>
          <CodeBlock
            code={curlCommand(firstCall(key.service, key.scopes, installation))}
            what={words.firstCall}
          />
        </section>
      </div>
      <DialogActions>
        <Button kind="filled" onClick={onDone}>
          {words.done}
        </Button>
      </DialogActions>
    </>
  )
}
