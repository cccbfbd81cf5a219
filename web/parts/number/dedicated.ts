import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { WorkspaceNumber } from './numbers.ts'

const pageRows = 100
/** Of numbers, most of which are in the pool. */
const pagesMax = 10

const dedicatedTo = (workspace: number) =>
  queryOptions({
    queryKey: [String(workspace), 'listNumbers', { workspace }, 'dedicated'] as const,
    queryFn: async ({ signal }): Promise<readonly WorkspaceNumber[]> => {
      const dedicated: WorkspaceNumber[] = []
      let before: number | undefined
      for (let page = 0; page < pagesMax; page++) {
        const query = { limit: pageRows, before }
        const { data, meta } = await call('listNumbers', { workspace, query }, { signal })
        dedicated.push(...data.filter((number) => number.dedicated))
        if (meta.next_before === null) break
        before = meta.next_before
      }
      return dedicated.toReversed()
    },
  })

/** The numbers of the workspace alone, oldest first. They can host groups, and answer what was texted to them. */
export const useDedicated = (workspace: number) => useQuery(dedicatedTo(workspace))
