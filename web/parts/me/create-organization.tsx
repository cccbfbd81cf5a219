import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { meWords, uiWords } from '../../words/words.ts'
import type { Session, Workspace } from '../session/session.ts'

const words = meWords.workspaces

/** Organizations are created in the personal workspace. */
export const personalWorkspace = ({ workspaces }: Session): Workspace | undefined =>
  workspaces.find(({ type }) => type === 'personal')

interface Draft {
  readonly name: string
  readonly ein: string
}

interface CreateOrganizationProps {
  readonly within: Workspace
  readonly open: boolean
  readonly onClose: () => void
}

/** Opens the new organization. */
export function CreateOrganization({ within, open, onClose }: CreateOrganizationProps) {
  const navigate = useNavigate()
  const create = async (draft: Draft): Promise<void> => {
    const body = { name: draft.name.trim(), ein: draft.ein.trim() }
    const { data } = await call('files.createWorkspace', { workspace: within.id, body })
    await invalidate(undefined, 'session')
    toast.say(words.created(data.name))
    await navigate({ href: `/w/${data.id}`, replace: true })
  }
  return (
    <Dialog open={open} onClose={onClose} title={words.create}>
      <Form<Draft> onSubmit={create}>
        <p className="pencil">{words.createNote}</p>
        <TextInput label={words.name} name="name" help={words.nameHelp} autoComplete="organization" />
        <TextInput label={words.ein} name="ein" help={words.einHelp} inputMode="numeric" />
        <FormActions>
          <Button onClick={onClose}>{uiWords.cancel}</Button>
          <SubmitButton>{words.createVerb}</SubmitButton>
        </FormActions>
      </Form>
    </Dialog>
  )
}
