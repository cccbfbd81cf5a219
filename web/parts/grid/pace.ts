import { useState, useSyncExternalStore } from 'react'

/** Whether the list is moving fast. What costs time then waits for its end. */
export interface Pace {
  readonly isHurried: () => boolean
  readonly subscribe: (changed: () => void) => () => void
  readonly change: (isHurried: boolean) => void
}

export function openPace(): Pace {
  const listeners = new Set<() => void>()
  let hurried = false
  return {
    isHurried: () => hurried,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    change: (isHurried) => {
      if (hurried === isHurried) return
      hurried = isHurried
      for (const changed of listeners) changed()
    },
  }
}

/** False as long as the list has been moving since the row appeared. */
export function useSettled({ isHurried, subscribe }: Pace): boolean {
  const [wasSettled, setSettled] = useState(() => !isHurried())
  const isSettled = useSyncExternalStore(subscribe, () => wasSettled || !isHurried())
  if (isSettled && !wasSettled) setSettled(true)
  return isSettled
}
