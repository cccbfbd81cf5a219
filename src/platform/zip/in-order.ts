/**
 * Runs tasks, `atOnce` of them at most, and gives their results in the order of the tasks. A task is asked for when there
 * is a place for it. The first failure ends the whole; nothing runs any more when the iteration is over.
 */
export async function* inOrder<Result>(
  tasks: Iterable<() => Promise<Result>> | AsyncIterable<() => Promise<Result>>,
  atOnce: number,
): AsyncGenerator<Result, void, undefined> {
  const running: Promise<Result>[] = []
  try {
    for await (const task of tasks) {
      const result = task()
      // Seen when its turn comes; until then a failure must not count as unhandled.
      result.catch(() => undefined)
      running.push(result)
      if (running.length >= atOnce) yield await (running.shift() as Promise<Result>)
    }
    for (let next = running.shift(); next; next = running.shift()) yield await next
  } finally {
    await Promise.allSettled(running)
  }
}
