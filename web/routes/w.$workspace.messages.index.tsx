import { createFileRoute } from '@tanstack/react-router'
import { PageHead } from '../ui/page/page-head.tsx'
import { messageWords } from '../words/words.ts'

export const Route = createFileRoute('/w/$workspace/messages/')({ component: NoConversation })

function NoConversation() {
  return <PageHead title={messageWords.title} />
}
