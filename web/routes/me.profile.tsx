import { createFileRoute } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { invalidate } from '../api/queries.ts'
import { useSession } from '../parts/session/session.ts'
import { Form, FormActions, SubmitButton } from '../ui/form/form.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { toast } from '../ui/toasts/toast.ts'
import { meWords } from '../words/words.ts'

const words = meWords.profile

export const Route = createFileRoute('/me/profile')({ component: Profile })

interface Names {
  readonly first_name: string
  readonly last_name: string
}

async function save(body: Names): Promise<void> {
  await call('updateMe', { body })
  await invalidate(undefined, 'session')
  toast.say(words.saved)
}

function Profile() {
  const { user } = useSession()
  return (
    <>
      <PageHead title={words.title}>{words.note}</PageHead>
      <Form<Names> onSubmit={save}>
        <TextInput
          label={words.firstName}
          name="first_name"
          defaultValue={user.first_name}
          autoComplete="given-name"
        />
        <TextInput
          label={words.lastName}
          name="last_name"
          defaultValue={user.last_name}
          autoComplete="family-name"
        />
        <div>
          <b>{words.email}</b>
          <p>{user.email}</p>
          <p className="small pencil">{words.emailHelp}</p>
        </div>
        <FormActions>
          <SubmitButton>{words.save}</SubmitButton>
        </FormActions>
      </Form>
    </>
  )
}
