import type { Endpoint } from '../../api/endpoint.ts'
import { getConversation } from './get-conversation.ts'
import { listConversations } from './list-conversations.ts'
import { listOptOuts } from './list-opt-outs.ts'
import { readConversation } from './read-conversation.ts'

export const conversationEndpoints: readonly Endpoint[] = [
  listConversations,
  getConversation,
  readConversation,
  listOptOuts,
]
