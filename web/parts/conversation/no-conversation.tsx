import { useSession } from '../session/session.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { messageWords } from '../../words/words.ts'

const words = messageWords.conversations
const example = { to: '+12025550123', body: 'Hello' }

interface NoConversationProps {
  readonly workspace: number
  /** There are none to choose from. */
  readonly isFirst: boolean
}

/** Beside the conversations while none is open. */
export function NoConversation({ workspace, isFirst }: NoConversationProps) {
  const { sms_base_url: base } = useSession().installation
  return (
    <EmptyState
      sentence={isFirst ? words.none : words.choose}
      action={
        isFirst && (
          <LinkButton
            to="/w/$workspace/messages/new"
            params={{ workspace: String(workspace) }}
            kind="filled"
            icon="plus"
          >
            {words.newMessage}
          </LinkButton>
        )
      }
      curl={{ method: 'POST', url: `${base}/api/v1/messages`, body: example }}
    />
  )
}
