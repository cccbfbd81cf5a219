import { useSyncExternalStore } from 'react'

interface Ticker {
  readonly subscribe: (changed: () => void) => () => void
  readonly read: () => number
}

/** One timer for all that show the same kind of time. */
function ticker(seconds: number): Ticker {
  const listeners = new Set<() => void>()
  const step = seconds * 1000
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    for (const listener of listeners) listener()
  }
  return {
    subscribe(changed) {
      listeners.add(changed)
      timer ??= setInterval(tick, step)
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    // Rounded up, so that what has just happened is not ahead of it.
    read: () => Math.ceil(new Date().getTime() / step) * step,
  }
}

const tickers = { 1: ticker(1), 30: ticker(30) }

/** The current time, read again every second or every half minute. */
export function useNow(everySeconds: keyof typeof tickers = 30): Date {
  const { subscribe, read } = tickers[everySeconds]
  return new Date(useSyncExternalStore(subscribe, read))
}
