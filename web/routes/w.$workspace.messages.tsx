import { createFileRoute, Link, Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { ConversationList } from '../parts/conversation/conversation-list.tsx'
import type { ListSearch } from '../parts/conversation/conversations.ts'
import { FindConversations } from '../parts/conversation/find-conversations.tsx'
import styles from '../parts/conversation/messages.module.css'
import { useNoneYet } from '../parts/conversation/use-none-yet.ts'
import { oneOf, textIn } from '../parts/operator/search-params.ts'
import { useWorkspace } from '../parts/session/session.ts'
import { LinkButton } from '../ui/action/link-button.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import { messageWords } from '../words/words.ts'

const words = messageWords.conversations

export const Route = createFileRoute('/w/$workspace/messages')({
  validateSearch: ({ find, show }: Readonly<Record<string, unknown>>): ListSearch => ({
    find: textIn(find),
    show: oneOf(['unread'], show),
  }),
  component: Messages,
})

function Messages() {
  const { id: workspace } = useWorkspace()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { phone } = useParams({ strict: false })
  const params = { workspace: String(workspace) }
  const isIndex = useRouterState({
    select: ({ matches }) => matches.at(-1)?.routeId === '/w/$workspace/messages/',
  })
  const isNoneSaid = useNoneYet(workspace, search) && isIndex
  const shape = isNoneSaid ? styles.none : isIndex ? styles.closed : ''
  return (
    <div className={`${styles.messages} ${shape}`}>
      <div className={styles.list}>
        <div className={styles.head}>
          <div className={styles.words}>
            {isIndex ? (
              <Heading />
            ) : (
              <p className={styles.name}>
                <Link to="/w/$workspace/messages" params={params} search={search}>
                  {messageWords.title}
                </Link>
              </p>
            )}
          </div>
          {!isNoneSaid && (
            <LinkButton
              to="/w/$workspace/messages/new"
              params={params}
              search={search}
              icon="plus"
              {...(isIndex && { kind: 'filled' as const })}
            >
              {words.newMessage}
            </LinkButton>
          )}
        </div>
        <FindConversations
          search={search}
          workspace={workspace}
          onShow={(show) => void navigate({ to: '.', search: (now) => ({ ...now, show }) })}
          onFind={(find) => void navigate({ to: '.', search: (now) => ({ ...now, find }), replace: true })}
        />
        <ConversationList workspace={workspace} search={search} open={phone} isNoneSaid={isNoneSaid} />
      </div>
      <div className={styles.open}>
        <Outlet />
      </div>
    </div>
  )
}

function Heading() {
  usePageTitle(messageWords.title)
  return <h1>{messageWords.title}</h1>
}
