import { useMemo } from 'react'
import { useValue } from '../../uploads/use-value.ts'
import { pendingTexts } from '../message/pending-texts.ts'
import { groupSource } from '../message/thread.ts'
import { useGrowingList } from '../message/use-growing-list.ts'
import { entriesOf } from './entries.ts'

/** The texts of a group, oldest first, and those that the server has not answered yet. */
export function useThread(workspace: number, group: number) {
  const list = useGrowingList(groupSource(workspace, group))
  const { rows, hasMore } = list
  const entries = useMemo(() => rows && entriesOf(rows, hasMore), [rows, hasMore])
  const pending = useValue(pendingTexts).filter((text) => text.group === group)
  return { ...list, entries, pending }
}
