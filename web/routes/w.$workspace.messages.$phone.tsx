import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { DetailsDialog } from '../parts/message/details-dialog.tsx'
import styles from '../parts/conversation/messages.module.css'
import { ThreadHead } from '../parts/conversation/thread-head.tsx'
import { ThreadView } from '../parts/conversation/thread-view.tsx'
import { useConversation } from '../parts/conversation/use-conversation.ts'
import { idIn } from '../parts/operator/search-params.ts'
import { useWorkspace } from '../parts/session/session.ts'
import { messageWords } from '../words/words.ts'

interface Search {
  /** The ID of the text whose details are open. */
  readonly details?: number | undefined
}

export const Route = createFileRoute('/w/$workspace/messages/$phone')({
  validateSearch: ({ details }: Readonly<Record<string, unknown>>): Search => ({ details: idIn(details) }),
  component: Conversation,
})

function Conversation() {
  const { phone } = Route.useParams()
  const { details } = Route.useSearch()
  const workspace = useWorkspace()
  const navigate = Route.useNavigate()
  const { display, optedOutAt } = useConversation(workspace.id, phone)
  const openDetails = useCallback(
    (id: number) => void navigate({ search: (now) => ({ ...now, details: id }) }),
    [navigate],
  )
  return (
    <>
      <ThreadHead workspace={workspace.id} title={display} />
      {optedOutAt !== null && (
        <p className={styles.warning}>
          <b>{messageWords.thread.optedOut}</b> {messageWords.thread.optedOutNote}
        </p>
      )}
      <ThreadView
        key={phone}
        workspace={workspace.id}
        phone={phone}
        display={display}
        onDetails={openDetails}
      />
      <DetailsDialog
        workspace={workspace.id}
        id={details}
        onClose={() => void navigate({ search: ({ details: _details, ...rest }) => rest })}
      />
    </>
  )
}
