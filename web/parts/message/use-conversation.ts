import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { displayOf } from './display.ts'

/** How a phone is shown, and whether it sent STOP. A phone without texts has no conversation. */
export function useConversation(workspace: number, phone: string) {
  const { data, error } = useQuery(read('getConversation', { workspace, phone }))
  return {
    display: data?.display ?? displayOf(phone),
    optedOutAt: data?.opted_out_at ?? null,
    isNew: error instanceof ApiError && error.code === 'conversation_not_found',
  }
}
