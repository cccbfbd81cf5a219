import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { read } from '../../api/queries.ts'
import { messageWords } from '../../words/words.ts'
import type { Text } from './thread.ts'

/** Names the groups of texts. Asks for them only where a text has one. */
export function useGroupNames(workspace: number, texts: readonly Text[] | undefined) {
  const { data } = useQuery({
    ...read('sms.listGroups', { workspace }),
    enabled: texts?.some(({ group_id: id }) => id !== null) ?? false,
  })
  const groups = data?.groups
  return useCallback(
    (id: number): string => {
      const name = groups?.find((group) => group.id === id)?.name
      return name === undefined ? messageWords.thread.unknownGroup(id) : messageWords.thread.inGroup(name)
    },
    [groups],
  )
}
