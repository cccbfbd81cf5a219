export function singleFlight<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  return () => (running ??= work().finally(() => (running = undefined)))
}

/** Calls during a run share the next one, because the current run may have begun too early for them. */
export function nextFlight(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  function call(): Promise<void> {
    if (!running) return (running = work().finally(() => (running = undefined)))
    const after = () => {
      next = undefined
      return call()
    }
    return (next ??= running.then(after, after))
  }
  return call
}

/** Calls `load` only with items whose key is not loading, and waits for all keys. */
export function keyedFlights<Item>(
  keyOf: (item: Item) => string,
  load: (items: readonly Item[]) => Promise<void>,
): (items: readonly Item[]) => Promise<void> {
  const loading = new Map<string, Promise<void>>()
  return async (items) => {
    const missing = items.filter((item) => !loading.has(keyOf(item)))
    if (missing.length > 0) {
      const promise = load(missing).finally(() => {
        for (const item of missing) loading.delete(keyOf(item))
      })
      for (const item of missing) loading.set(keyOf(item), promise)
    }
    await Promise.all(items.flatMap((item) => loading.get(keyOf(item)) ?? []))
  }
}
