/** Sends a key at once, and once more after `everyMs` if it was repeated. `flush` retries keys that `send` resolved as false. */
export function throttled(everyMs: number, send: (key: string) => Promise<boolean>) {
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
