import { createFileRoute } from '@tanstack/react-router'
import { NoConversation } from '../parts/conversation/no-conversation.tsx'

export const Route = createFileRoute('/w/$workspace/messages/')({ component: NoConversation })
