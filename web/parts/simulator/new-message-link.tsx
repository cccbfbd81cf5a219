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
      to="/w/$workspace/$"
      params={{ workspace, _splat: 'messages/new' }}
      search={(phone === undefined ? {} : { to: phone }) as never}
      icon="message"
    >
      {simulatorWords.nobody.text}
    </LinkButton>
  )
}
