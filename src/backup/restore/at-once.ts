/** Works on some of the items at once. The first failure ends all; resolves or rejects when none is at work. */
export async function atOnce<Item>(
  items: AsyncIterable<Item>,
  count: number,
  signal: AbortSignal,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController()
  const ended = AbortSignal.any([signal, failed.signal])
  const iterator = items[Symbol.asyncIterator]()

  async function worker(): Promise<void> {
    for (;;) {
      ended.throwIfAborted()
      const next = await iterator.next()
      if (next.done) return
      await work(next.value, ended)
    }
  }

  const workers = Array.from({ length: count }, () =>
    worker().catch((error: unknown) => {
      failed.abort(error)
      throw error
    }),
  )
  const results = await Promise.allSettled(workers)
  await iterator.return?.()
  if (results.some(({ status }) => status === 'rejected')) throw ended.reason
}
