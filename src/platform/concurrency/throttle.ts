/**
 * Lets the first call for a key through at once and joins those of the next `everyMs` into one at their end.
 * `send` answers whether it went out; what did not is kept for `flush`.
 */
export function throttled(everyMs: number, send: (key: string) => Promise<boolean>) {
  /** Keys that were sent lately, and whether they were asked for again since. */
  const recent = new Map<string, { again: boolean; readonly timer: NodeJS.Timeout }>()
  const unsent = new Set<string>()
  let closed = false

  function publish(key: string): void {
    if (closed) return
    const entry = recent.get(key)
    if (entry) {
      entry.again = true
      return
    }
    const timer = setTimeout(() => {
      const again = recent.get(key)?.again ?? false
      recent.delete(key)
      if (again) publish(key)
    }, everyMs)
    recent.set(key, { again: false, timer })
    void send(key).then((sent) => void (sent || unsent.add(key)))
  }

  return {
    publish,
    /** Publishes what could not be sent. */
    flush: (): void => {
      const keys = [...unsent]
      unsent.clear()
      for (const key of keys) publish(key)
    },
    close: (): void => {
      closed = true
      for (const { timer } of recent.values()) clearTimeout(timer)
      recent.clear()
    },
  }
}
