import { useQuery } from '@tanstack/react-query'
import type { Data } from '../../api/call.ts'
import { read } from '../../api/queries.ts'

export type Host = Data<'sms.listNumbers'>['numbers'][number]

/** The numbers that can host a group. */
export function useHosts(workspace: number) {
  const { data, error, refetch } = useQuery(read('sms.listNumbers', { workspace }))
  const hosts: readonly Host[] | undefined = data?.numbers
  return { data: hosts, error, refetch }
}
