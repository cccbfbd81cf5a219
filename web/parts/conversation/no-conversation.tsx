import { useSession } from '../session/session.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { messageWords } from '../../words/words.ts'

const example = { to: '+12025550123', body: 'Hello' }

/** Beside the conversations while none is open. */
export function NoConversation() {
  const { sms_base_url: base } = useSession().installation
  return (
    <EmptyState
      sentence={messageWords.conversations.choose}
      curl={{ method: 'POST', url: `${base}/api/v1/messages`, body: example }}
    />
  )
}
