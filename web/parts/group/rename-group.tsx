import { useState } from 'react'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Curl } from '../../ui/data/curl.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { groupWords, uiWords } from '../../words/words.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import type { Group } from './groups.ts'
import { refuse } from './refusal.ts'

interface RenameGroupProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly group: Group
}

export function RenameGroup({ open, ...rest }: RenameGroupProps) {
  return (
    <Dialog open={open} onClose={rest.onClose} title={groupWords.rename}>
      <RenameForm {...rest} />
    </Dialog>
  )
}

function RenameForm({ onClose, group }: Omit<RenameGroupProps, 'open'>) {
  const { id: workspace } = useWorkspace()
  const { sms_base_url: base } = useSession().installation
  const [name, setName] = useState(group.name)
  const save = async () => {
    if (name.trim() === '') refuse('name', groupWords.form.nameNeeded)
    await call('sms.updateGroup', { workspace, id: group.id, body: { name } })
    toast.say(groupWords.renamed)
    onClose()
    await invalidate(workspace, 'groups')
  }
  return (
    <Form onSubmit={save}>
      <TextInput
        label={groupWords.form.name}
        name="name"
        help={groupWords.form.nameHelp}
        value={name}
        onChange={setName}
      />
      <Curl method="PATCH" url={`${base}/api/v1/groups/${group.id}`} body={{ name }} />
      <FormActions>
        <Button onClick={onClose}>{uiWords.cancel}</Button>
        <SubmitButton>{groupWords.save}</SubmitButton>
      </FormActions>
    </Form>
  )
}
