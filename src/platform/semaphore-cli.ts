/** Runs what it is given, at most `atOnce` at a time, in the order of asking. The caller bounds how many wait. */
export function turns(atOnce: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let busy = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (busy < atOnce) busy += 1
    // Whoever leaves hands the turn over, so `busy` stays as it is.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
