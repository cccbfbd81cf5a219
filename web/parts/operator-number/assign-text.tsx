import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Data } from '../../api/call.ts'
import { invalidate, read } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { useNow } from '../../ui/now.ts'
import { useLast } from '../../ui/use-last.ts'
import { grammar, operatorNumberWords, uiWords, unroutedWords as words } from '../../words/words.ts'
import { fieldError } from '../operator/whole-number.ts'
import styles from './unrouted.module.css'
import { WorkspaceChooser, type ChosenWorkspace } from './workspace-chooser.tsx'

type Text = Data<'getUnrouted'>

interface AssignTextProps {
  /** Undefined: closed. */
  readonly text: Text | undefined
  readonly onClose: () => void
}

export function AssignText({ text, onClose }: AssignTextProps) {
  const last = useLast(text)
  return (
    <Dialog
      open={text !== undefined}
      onClose={onClose}
      title={words.assignTitle(last?.display ?? '')}
      size="form"
    >
      {last && <AssignForm text={last} onClose={onClose} />}
    </Dialog>
  )
}

/** Mounted with the open dialog, so that its state ends with it. */
function AssignForm({ text, onClose }: { readonly text: Text; readonly onClose: () => void }) {
  const [workspace, setWorkspace] = useState<ChosenWorkspace>()
  const now = useNow()
  const suggestions = useQuery(read('suggestWorkspaces', { id: text.id }))
  const suggested = suggestions.data?.map(({ wrote_at: at, ...writer }) => ({
    workspace: writer,
    note: words.wrote(grammar.relativeTime(new Date(at), now)),
  }))
  const assign = async () => {
    if (!workspace) throw fieldError('workspace_id', operatorNumberWords.chooseWorkspace)
    await call('assignUnrouted', { id: text.id, body: { workspace_id: workspace.id } })
    toast.say(words.assigned(workspace.name))
    onClose()
    await invalidate(undefined, 'unrouted')
  }
  return (
    <Form onSubmit={assign}>
      <blockquote className={`${styles.quote} ${styles.text}`}>{text.body}</blockquote>
      <WorkspaceChooser value={workspace} onChange={setWorkspace} suggested={suggested} />
      <p className="pencil">{words.assignEffect}</p>
      <FormActions>
        <Button onClick={onClose}>{uiWords.cancel}</Button>
        <SubmitButton>{words.assign}</SubmitButton>
      </FormActions>
    </Form>
  )
}
