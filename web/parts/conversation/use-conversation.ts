import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../../api/queries.ts'
import { displayOf } from '../message/display.ts'
import { threadSource } from '../message/thread.ts'
import { growingQuery } from '../message/use-growing-list.ts'

/** How a phone is shown, and whether it sent STOP. A phone without texts has no conversation, and none is asked for. */
export function useConversation(workspace: number, phone: string) {
  const source = useMemo(() => threadSource(workspace, phone), [workspace, phone])
  const { data: thread } = useQuery(growingQuery(source))
  const { data } = useQuery({
    ...read('getConversation', { workspace, phone }),
    enabled: thread !== undefined && thread.rows.length > 0,
  })
  return { display: data?.display ?? displayOf(phone), optedOutAt: data?.opted_out_at ?? null }
}
