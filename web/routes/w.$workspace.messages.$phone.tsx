import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { displayOf } from '../parts/message/display.ts'
import { ThreadHead } from '../parts/message/thread-head.tsx'
import { ThreadView } from '../parts/message/thread-view.tsx'
import { idIn } from '../parts/operator/search-params.ts'
import { useWorkspace } from '../parts/session/session.ts'

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
  const workspace = useWorkspace()
  const navigate = Route.useNavigate()
  const display = displayOf(phone)
  const openDetails = useCallback(
    (id: number) => void navigate({ search: (now) => ({ ...now, details: id }) }),
    [navigate],
  )
  return (
    <>
      <ThreadHead workspace={workspace.id} title={display} />
      <ThreadView
        key={phone}
        workspace={workspace.id}
        phone={phone}
        display={display}
        onDetails={openDetails}
      />
    </>
  )
}
