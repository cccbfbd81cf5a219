import { useState } from 'react'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { meWords } from '../../words/words.ts'
import { useSession } from '../session/session.ts'

const words = meWords.security

interface Passwords {
  readonly current_password: string
  readonly new_password: string
}

/** Empty again after each change. */
export function ChangePasswordForm() {
  const { user } = useSession()
  const [changes, setChanges] = useState(0)
  const change = async ({ current_password, new_password }: Passwords): Promise<void> => {
    await call('changePassword', { body: { current_password, new_password } })
    toast.say(words.passwordChanged)
    setChanges((count) => count + 1)
    await invalidate(undefined, 'session')
  }
  return (
    <Form<Passwords> key={changes} onSubmit={change} label={words.password}>
      {/* Tells password managers whose password changes. */}
      <input type="text" autoComplete="username" defaultValue={user.email} readOnly hidden />
      <TextInput
        label={words.currentPassword}
        name="current_password"
        type="password"
        autoComplete="current-password"
      />
      <TextInput
        label={words.newPassword}
        name="new_password"
        type="password"
        autoComplete="new-password"
        help={words.newPasswordHelp}
      />
      <FormActions>
        <SubmitButton>{words.changePassword}</SubmitButton>
      </FormActions>
    </Form>
  )
}
