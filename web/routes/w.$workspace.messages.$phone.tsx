import { createFileRoute, Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { displayOf } from '../parts/message/display.ts'
import styles from '../parts/message/messages.module.css'
import { ThreadView } from '../parts/message/thread-view.tsx'
import { idIn } from '../parts/operator/search-params.ts'
import { useWorkspace } from '../parts/session/session.ts'
import buttonStyles from '../ui/action/button.module.css'
import { Icon } from '../ui/icon.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
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
  const workspace = useWorkspace()
  const navigate = Route.useNavigate()
  const display = displayOf(phone)
  usePageTitle(display)
  const openDetails = useCallback(
    (id: number) => void navigate({ search: (now) => ({ ...now, details: id }) }),
    [navigate],
  )
  return (
    <>
      <div className={styles.head}>
        <Link
          from={Route.fullPath}
          to="/w/$workspace/messages"
          aria-label={messageWords.thread.back}
          className={`${buttonStyles.icon} ${styles.back}`}
        >
          <Icon name="back" />
        </Link>
        <h1>{display}</h1>
      </div>
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
