import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { WorkspaceNumber } from '../number/numbers.ts'

export type Host = WorkspaceNumber

const pageRows = 100
/** Of numbers, most of which are in the pool. */
const pagesMax = 10

const hostsOf = (workspace: number) =>
  queryOptions({
    queryKey: [String(workspace), 'listNumbers', { workspace }, 'dedicated'] as const,
    queryFn: async ({ signal }): Promise<readonly Host[]> => {
      const hosts: Host[] = []
      let before: number | undefined
      for (let page = 0; page < pagesMax; page++) {
        const query = { limit: pageRows, before }
        const { data, meta } = await call('listNumbers', { workspace, query }, { signal })
        hosts.push(...data.filter(({ dedicated }) => dedicated))
        if (meta.next_before === null) break
        before = meta.next_before
      }
      return hosts.toReversed()
    },
  })

/** The numbers that can host a group, oldest first: those of the workspace alone. */
export const useHosts = (workspace: number) => useQuery(hostsOf(workspace))
