import { LinkButton } from '../../ui/action/link-button.tsx'
import { simulatorWords } from '../../words/words.ts'

/** Leads to the composer of the workspace, filled in. */
export function NewMessageLink({
  workspace,
  phone,
}: {
  readonly workspace: string
  readonly phone?: string
}) {
  return (
    <LinkButton
      to="/w/$workspace/messages/new"
      params={{ workspace }}
      search={phone === undefined ? {} : { to: phone }}
      icon="message"
    >
      {simulatorWords.newMessage}
    </LinkButton>
  )
}
