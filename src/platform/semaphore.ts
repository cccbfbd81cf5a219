/** Lets a number of tasks run at once; the others wait in the order in which they came. */
export interface Turns {
  /**
   * Resolves with the way to give the turn back, which may be called more than once. Rejects with the reason
   * of `signal` while it waits.
   */
  readonly take: (signal?: AbortSignal) => Promise<() => void>
}

/** Nothing limits how many wait: each is a request that its server has let in already. */
export function turns(tasksMax: number): Turns {
  const waiting = new Set<() => void>()
  let running = 0

  function giveBack(): () => void {
    let given = false
    return () => {
      if (given) return
      given = true
      running -= 1
      const [next] = waiting
      next?.()
    }
  }

  function start(): () => void {
    running += 1
    return giveBack()
  }

  return {
    async take(signal) {
      signal?.throwIfAborted()
      if (running < tasksMax) return start()
      return new Promise((resolve, reject) => {
        const next = (): void => {
          stopWaiting()
          resolve(start())
        }
        const onAbort = (): void => {
          stopWaiting()
          reject(signal?.reason)
        }
        const stopWaiting = (): void => {
          waiting.delete(next)
          signal?.removeEventListener('abort', onAbort)
        }
        waiting.add(next)
        signal?.addEventListener('abort', onAbort)
      })
    },
  }
}
