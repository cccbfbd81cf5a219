import { createFileRoute } from '@tanstack/react-router'
import { NoConversation } from '../parts/conversation/no-conversation.tsx'
import { useNoneYet } from '../parts/conversation/use-none-yet.ts'
import { useWorkspace } from '../parts/session/session.ts'

export const Route = createFileRoute('/w/$workspace/messages/')({ component: NoneOpen })

function NoneOpen() {
  const { id: workspace } = useWorkspace()
  return <NoConversation workspace={workspace} isFirst={useNoneYet(workspace, Route.useSearch())} />
}
