import { useCallback, useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { showRead } from './conversations.ts'
import type { Text } from '../message/thread.ts'

/** The newest text that was marked in this tab, by workspace and phone. */
const marked = new Map<string, number>()

/** Marks a conversation as read, up to the newest text that came in, once it is in view in a visible page. */
export function useReadMark(workspace: number, phone: string) {
  const seen = useRef<number>(undefined)
  const mark = useCallback(async () => {
    const { current: id } = seen
    const place = `${workspace} ${phone}`
    if (id === undefined || document.visibilityState !== 'visible' || id <= (marked.get(place) ?? 0)) return
    marked.set(place, id)
    showRead(workspace, phone)
    try {
      await call('readConversation', { workspace, phone, body: { message_id: id } })
    } catch {
      // The next text in view tries again.
      marked.delete(place)
    }
    void invalidate(workspace, 'reads')
  }, [workspace, phone])
  useEffect(() => {
    const look = () => void mark()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [mark])
  /** For the newest text that came in and is in view. */
  return useCallback(
    ({ id }: Text) => {
      seen.current = id
      void mark()
    },
    [mark],
  )
}
