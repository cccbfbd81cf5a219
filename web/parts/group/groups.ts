import { useQuery } from '@tanstack/react-query'
import { call, type Data } from '../../api/call.ts'
import { queries, read } from '../../api/queries.ts'
import { groupWords } from '../../words/words.ts'

export type Group = Data<'sms.getGroup'>['group']
export type Member = Group['members'][number]

/** Of the API: docs/api/sms.md#limits. */
export const membersMax = 100
export const nameCharactersMax = 100

const listOf = (workspace: number) => read('sms.listGroups', { workspace })

/** The groups of a workspace, oldest first. */
export const useGroups = (workspace: number) => useQuery(listOf(workspace))

export const useGroup = (workspace: number, id: string) => useQuery(read('sms.getGroup', { workspace, id }))

/** The IDs of the members who sent STOP. */
export function useMuted(workspace: number, id: number): ReadonlySet<number> {
  const { data = [] } = useQuery(read('listMutedMembers', { workspace, group: id }))
  return new Set(data.map((muted) => muted.id))
}

export const fetchGroups = async (workspace: number): Promise<readonly Group[]> =>
  (await call('sms.listGroups', { workspace })).data.groups

export const stateOf = ({ active }: Pick<Group, 'active'>): string =>
  active ? groupWords.states.active : groupWords.states.paused

interface Cached {
  readonly data?: { readonly group?: Group; readonly groups?: readonly Group[] }
}

/** Shows a change of a group in everything that is cached, before the server has answered. */
export function showChange(workspace: number, id: number, change: (group: Group) => Group): void {
  const changed = (group: Group): Group => (group.id === id ? change(group) : group)
  const cached = queries.getQueryCache().findAll({
    predicate: ({ queryKey: [owner, operation] }) =>
      owner === String(workspace) && (operation === 'sms.getGroup' || operation === 'sms.listGroups'),
  })
  for (const { queryKey } of cached)
    queries.setQueryData(queryKey, (answer: Cached | undefined) =>
      answer?.data
        ? {
            ...answer,
            data: {
              ...answer.data,
              ...(answer.data.group && { group: changed(answer.data.group) }),
              ...(answer.data.groups && { groups: answer.data.groups.map(changed) }),
            },
          }
        : answer,
    )
}

/** Reads that run would bring back what was before the change. */
export const stopReads = (workspace: number): Promise<void> =>
  queries.cancelQueries({
    predicate: ({ queryKey: [owner, operation] }) =>
      owner === String(workspace) && (operation === 'sms.getGroup' || operation === 'sms.listGroups'),
  })
