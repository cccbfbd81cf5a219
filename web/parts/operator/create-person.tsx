import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { invalidate, read } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { operatorWords, uiWords } from '../../words/words.ts'
import { useSession } from '../session/session.ts'

const words = operatorWords.people
const standard = 'standard'

interface CreatePersonProps {
  readonly open: boolean
  readonly onClose: () => void
  /** They are in the list. */
  readonly onCreated: () => void
}

interface Values {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly plan: string
}

export function CreatePerson({ open, onClose, onCreated }: CreatePersonProps) {
  const { installation } = useSession()
  const navigate = useNavigate()
  const plans = useQuery({ ...read('listPlans', {}), enabled: open })
  const create = async (body: Values) => {
    const { data } = await call('createPerson', { body })
    onClose()
    toast.say(
      words.created(data.email),
      installation.mail === 'smtp'
        ? undefined
        : {
            label: words.openOutbox,
            run: () => void navigate({ to: '/operator/mail', search: { to: data.email } }),
            seconds: 12,
          },
    )
    await Promise.all([invalidate(undefined, 'people'), invalidate(undefined, 'mail')])
    onCreated()
  }
  return (
    <Dialog open={open} onClose={onClose} title={words.create} size="form">
      <Form<Values> onSubmit={create}>
        <p>{installation.mail === 'smtp' ? words.createHelp : words.createHelpOutbox}</p>
        <TextInput label={words.email} name="email" type="email" required />
        <TextInput label={words.firstName} name="first_name" required maxLength={80} />
        <TextInput label={words.lastName} name="last_name" required maxLength={80} />
        <Select
          label={words.plan}
          name="plan"
          defaultValue={standard}
          options={(plans.data ?? [{ name: standard }]).map(({ name }) => ({ value: name, label: name }))}
        />
        <FormActions>
          <Button onClick={onClose}>{uiWords.cancel}</Button>
          <SubmitButton>{words.create}</SubmitButton>
        </FormActions>
      </Form>
    </Dialog>
  )
}
