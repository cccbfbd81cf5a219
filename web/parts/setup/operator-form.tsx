import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call } from '../../api/call.ts'
import { queries, read } from '../../api/queries.ts'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { setupWords } from '../../words/words.ts'
import { BrokenLink } from './broken-link.tsx'

interface Draft {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly password: string
}

/** Creates the first operator, who is logged in afterwards. */
export function OperatorForm({ token }: { readonly token: string | undefined }) {
  const navigate = useNavigate()
  const [brokenToken, setBrokenToken] = useState<string>()
  const create = async (draft: Draft) => {
    try {
      await call('completeSetup', { body: { ...draft, token: token ?? '' } })
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'setup_closed') return queries.invalidateQueries(read('getSetup', {}))
      if (code !== 'invalid_setup_token') throw error
      return setBrokenToken(token)
    }
    queries.clear()
    return navigate({ to: '/setup', search: { step: 'check' }, replace: true })
  }
  if (token === undefined)
    return (
      <div className="stack">
        <PageHead title={setupWords.title} />
        <BrokenLink />
      </div>
    )
  return (
    <>
      <PageHead title={setupWords.title}>{setupWords.intro}</PageHead>
      <Form<Draft> onSubmit={create}>
        <TextInput label={setupWords.firstName} name="first_name" autoComplete="given-name" required />
        <TextInput label={setupWords.lastName} name="last_name" autoComplete="family-name" required />
        <TextInput
          label={setupWords.email}
          name="email"
          type="email"
          autoComplete="username"
          help={setupWords.emailHelp}
          required
        />
        <TextInput
          label={setupWords.password}
          name="password"
          type="password"
          autoComplete="new-password"
          help={setupWords.passwordHelp}
          required
        />
        {brokenToken === token && <BrokenLink />}
        <FormActions>
          <SubmitButton>{setupWords.create}</SubmitButton>
        </FormActions>
      </Form>
    </>
  )
}
