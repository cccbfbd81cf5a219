const pauseMsMin = 250

/**
 * Works at once, and then in batches: the longer a storm lasts, the longer the pauses between them. A single change shows
 * without delay, and a thousand of them do not become a thousand requests.
 */
export function eased<T>(work: (batch: ReadonlySet<T>) => void, pauseMsMax = 2000): (item: T) => void {
  let waiting = new Set<T>()
  let pauseMs = 0
  const run = (): void => {
    if (waiting.size === 0) {
      pauseMs = 0
      return
    }
    const batch = waiting
    waiting = new Set()
    pauseMs = pauseMs === 0 ? pauseMsMin : Math.min(pauseMsMax, pauseMs * 2)
    setTimeout(run, pauseMs)
    work(batch)
  }
  return (item) => {
    waiting.add(item)
    if (pauseMs === 0) run()
  }
}
