import { useSyncExternalStore } from 'react'
import { onlineManager } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { isOutage } from '../../ui/failure.ts'
import { sessionQuery } from '../session/session.ts'

const pollMs = 3000

let reachable = true
const listeners = new Set<() => void>()

function change(next: boolean): void {
  if (next === reachable) return
  reachable = next
  for (const listener of listeners) listener()
  if (next) void queries.invalidateQueries()
  else poll()
}

/** Asks until the server answers, whatever it answers. */
function poll(): void {
  setTimeout(() => {
    if (reachable) return
    void queries.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false }).then(
      () => change(true),
      (error: unknown) => (isOutage(error) ? poll() : change(true)),
    )
  }, pollMs)
}

/** Watches every query. Call it once. */
export function watchConnection(): void {
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'failed' || event.action.type === 'error') {
      if (isOutage(event.action.error)) change(false)
    } else if (event.action.type === 'success') change(true)
  })
  onlineManager.subscribe((online) => {
    if (!online) change(false)
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks the server for something, so that an outage shows while nobody uses the page. */
export const checkConnection = (): void => {
  if (reachable) void queries.refetchQueries({ queryKey: sessionQuery.queryKey })
}

/** Whether the server answered last. */
export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => reachable)
