import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { textKind, type Text } from '../message/thread.ts'
import { useGrowingList, type GrowingSource } from '../message/use-growing-list.ts'
import { entriesOf } from './entries.ts'

/** At most: the copies of a text to a full group are half of it. */
const pageRows = 200

const threadOf = (workspace: number, group: number): GrowingSource<Text> => ({
  ...textKind,
  key: [String(workspace), 'sms.listMessages', { workspace, query: { group_id: group } }, 'thread'],
  async fetchPage(before, signal) {
    const query = { group_id: group, limit: pageRows, before_id: before }
    const { data } = await call('sms.listMessages', { workspace, query }, { signal })
    return { rows: data.messages, next: data.next_before_id }
  },
})

/** The texts of a group, oldest first. */
export function useThread(workspace: number, group: number) {
  const list = useGrowingList(threadOf(workspace, group))
  const { rows, hasMore } = list
  const entries = useMemo(() => rows && entriesOf(rows, hasMore), [rows, hasMore])
  return { ...list, entries }
}
