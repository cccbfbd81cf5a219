/** Gives the permit back; calling it again changes nothing. */
export type Release = () => void

/** Thrown when as many wait for a permit as may. */
export class SemaphoreFull extends Error {
  override readonly name = 'SemaphoreFull'
}

export interface SemaphoreOptions {
  /** How many may wait; any number when omitted, for callers that are bounded by what let them in. */
  readonly waitingMax?: number
}

export interface AcquireOptions {
  /** Ends the wait: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** Limits how many tasks run at once; the others wait in the order in which they came. */
export class Semaphore {
  readonly #permits: number
  readonly #waitingMax: number
  /** In the order of asking. A set, because an abort takes a waiter out of the middle. */
  readonly #waiters = new Set<() => void>()
  #running = 0

  constructor(permits: number, { waitingMax = Number.POSITIVE_INFINITY }: SemaphoreOptions = {}) {
    this.#permits = permits
    this.#waitingMax = waitingMax
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiters.size
  }

  /** Takes a permit, at once when one is free. Rejects with `SemaphoreFull` when it would have to wait and may not. */
  async acquire({ signal }: AcquireOptions = {}): Promise<Release> {
    signal?.throwIfAborted()
    if (this.#running < this.#permits) return this.#take()
    if (this.#waiters.size >= this.#waitingMax)
      throw new SemaphoreFull('Too many tasks are waiting. Retry later.')
    return this.#wait(signal)
  }

  /** Runs `work` with a permit. */
  async run<Result>(work: () => Promise<Result>, options?: AcquireOptions): Promise<Result> {
    const release = await this.acquire(options)
    try {
      return await work()
    } finally {
      release()
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<Release> {
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        leave()
        resolve(this.#take())
      }
      const onAbort = (): void => {
        leave()
        reject(signal?.reason)
      }
      const leave = (): void => {
        this.#waiters.delete(proceed)
        signal?.removeEventListener('abort', onAbort)
      }
      this.#waiters.add(proceed)
      signal?.addEventListener('abort', onAbort)
    })
  }

  #take(): Release {
    this.#running += 1
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#running -= 1
      // The next one takes the permit before this returns, so that a later caller is never first.
      const [next] = this.#waiters
      next?.()
    }
  }
}
