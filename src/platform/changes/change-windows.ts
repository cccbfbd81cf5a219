import { type Change, ChangeSet } from './change-set.ts'

/** Minimum interval between changes of a scope and topic. */
const everyMs = 250

interface Window {
  readonly timer: NodeJS.Timeout
  readonly waiting: ChangeSet
}

export interface Windows {
  readonly tell: (change: Change) => void
  readonly clear: () => void
}

/** Sends the first change of a scope and topic at once, and those that follow merged, four times a second. */
export function openWindows(send: (change: Change) => void): Windows {
  const windows = new Map<string, Window>()

  function sendAll(changes: ChangeSet): void {
    for (const change of changes.take()) send(change)
  }

  function openWindow(key: string): void {
    const waiting = new ChangeSet()
    const timer = setTimeout(() => {
      windows.delete(key)
      if (waiting.size === 0) return
      sendAll(waiting)
      openWindow(key)
    }, everyMs).unref()
    windows.set(key, { timer, waiting })
  }

  return {
    tell: (change) => {
      const key = `${change.scope} ${change.topic}`
      const window = windows.get(key)
      if (window) return window.waiting.add(change)
      const first = new ChangeSet()
      first.add(change)
      sendAll(first)
      openWindow(key)
    },
    clear: () => {
      for (const { timer } of windows.values()) clearTimeout(timer)
      windows.clear()
    },
  }
}
