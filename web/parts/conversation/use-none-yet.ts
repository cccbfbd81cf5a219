import { useQuery } from '@tanstack/react-query'
import { conversationsSource, type ListSearch } from './conversations.ts'
import { growingQuery } from '../message/use-growing-list.ts'

/** Whether the workspace has no conversation at all. It shares the read of the list. */
export function useNoneYet(workspace: number, { find, show }: ListSearch): boolean {
  const { data } = useQuery(growingQuery(conversationsSource(workspace, { find, show })))
  const isAll = find === undefined && show === undefined
  return isAll && data?.rows.length === 0 && data.next === null
}
