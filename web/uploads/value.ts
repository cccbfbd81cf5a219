/** A value that others watch. */
export interface Value<T> {
  readonly get: () => T
  readonly set: (next: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function value<T>(first: T): Value<T> {
  let now = first
  const listeners = new Set<() => void>()
  return {
    get: () => now,
    set(next) {
      if (Object.is(next, now)) return
      now = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
