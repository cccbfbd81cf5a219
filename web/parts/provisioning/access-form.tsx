import { call, type Data } from '../../api/call.ts'
import { queries, read } from '../../api/queries.ts'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { provisioningWords } from '../../words/words.ts'

const words = provisioningWords

export type Access = Data<'getProvisioningAccess'>
export const accessQuery = read('getProvisioningAccess', {})

interface Draft {
  readonly company: string
  readonly purpose: string
  readonly monthly_accounts: string
}

/** Asks with what was asked before, if anything. */
export function AccessForm({ access, onAsked }: { readonly access: Access; readonly onAsked: () => void }) {
  const ask = async ({ company, purpose, monthly_accounts: accounts }: Draft): Promise<void> => {
    const body = { company, purpose, monthly_accounts: countOf(accounts) }
    const { data } = await call('requestProvisioningAccess', { body })
    queries.setQueryData(accessQuery.queryKey, { data, meta: undefined })
    toast.say(words.asked)
    onAsked()
  }
  return (
    <Form<Draft> onSubmit={ask} label={words.title}>
      <TextInput
        label={words.company}
        name="company"
        help={words.companyHelp}
        defaultValue={access.company ?? ''}
        autoComplete="organization"
      />
      <TextArea
        label={words.purpose}
        name="purpose"
        help={words.purposeHelp}
        defaultValue={access.purpose ?? ''}
        rows={3}
      />
      <TextInput
        label={words.monthlyAccounts}
        name="monthly_accounts"
        help={words.monthlyAccountsHelp}
        defaultValue={access.monthly_accounts === null ? '' : String(access.monthly_accounts)}
        inputMode="numeric"
      />
      <FormActions>
        <SubmitButton>{words.ask}</SubmitButton>
      </FormActions>
    </Form>
  )
}

/** What is no number is left to the server, which says what it takes. */
const countOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.replaceAll(',', '')))
