import { call } from '../../api/call.ts'
import { Button } from '../../ui/action/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { operatorWords, uiWords } from '../../words/words.ts'
import { change } from './change.ts'
import { fieldError } from './whole-number.ts'

const words = operatorWords.workspace

interface CreateWorkspaceProps {
  readonly open: boolean
  readonly onClose: () => void
  /** It is in the list. */
  readonly onCreated: () => void
}

interface Values {
  readonly name: string
  readonly owner: string
}

export function CreateWorkspace({ open, onClose, onCreated }: CreateWorkspaceProps) {
  const create = async ({ name, owner }: Values) => {
    const body = { name, owner_id: await ownerOf(owner) }
    const said = words.created(name.trim())
    await change('createWorkspace', { body }, { topic: 'workspaces', said, after: onCreated })
    onClose()
  }
  return (
    <Dialog open={open} onClose={onClose} title={words.create} size="form">
      <Form<Values> onSubmit={create}>
        <TextInput label={words.name} name="name" required maxLength={100} />
        <TextInput label={words.owner} name="owner" type="email" help={words.ownerHelp} required />
        <FormActions>
          <Button onClick={onClose}>{uiWords.cancel}</Button>
          <SubmitButton>{words.create}</SubmitButton>
        </FormActions>
      </Form>
    </Dialog>
  )
}

/** Addresses are stored in lower case. */
async function ownerOf(typed: string): Promise<number> {
  const address = typed.trim().toLowerCase()
  const { data } = await call('listPeople', { query: { q: address, limit: 100 } })
  const owner = data.find(({ email }) => email === address)
  if (!owner) throw fieldError('owner', words.noOwner)
  return owner.id
}
