import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queries } from '../../api/queries.ts'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { settingsWords as words } from '../../words/words.ts'
import { manages, sessionQuery, useWorkspace } from '../session/session.ts'

/** The banner shows the new name too, so the session is read again. */
export function Rename() {
  const workspace = useWorkspace()
  const [name, setName] = useState(workspace.name)
  const save = async () => {
    await call('files.renameWorkspace', { workspace: workspace.id, id: workspace.id, body: { name } })
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    toast.say(words.saved)
  }
  return (
    <Form onSubmit={save}>
      <TextInput
        label={words.name}
        name="name"
        help={words.nameHelp}
        value={name}
        onChange={setName}
        readOnly={!manages(workspace)}
      />
      <FormActions>
        <SubmitButton disabledReason={manages(workspace) ? undefined : words.adminsOnly}>
          {words.save}
        </SubmitButton>
      </FormActions>
    </Form>
  )
}
