/** Yields in task order. The first failure ends the iteration; then nothing runs any more. */
export async function* inOrder<Result>(
  tasks: Iterable<() => Promise<Result>> | AsyncIterable<() => Promise<Result>>,
  atOnce: number,
): AsyncGenerator<Result, void, undefined> {
  const running: Promise<Result>[] = []
  try {
    for await (const task of tasks) {
      const result = task()
      // Reported in order; not unhandled until then.
      result.catch(() => undefined)
      running.push(result)
      if (running.length >= atOnce) yield await (running.shift() as Promise<Result>)
    }
    for (let next = running.shift(); next; next = running.shift()) yield await next
  } finally {
    await Promise.allSettled(running)
  }
}
