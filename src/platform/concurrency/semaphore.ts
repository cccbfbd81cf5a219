export type Release = () => void

export class SemaphoreFull extends Error {
  override readonly name = 'SemaphoreFull'
}

export interface SemaphoreOptions {
  readonly waitingMax?: number
}

export interface AcquireOptions {
  readonly signal?: AbortSignal | undefined
}

/** First come, first served. */
export class Semaphore {
  readonly #permits: number
  readonly #waitingMax: number
  /** A set, because an abort removes a waiter from the middle. */
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

  /** Rejects with `SemaphoreFull`. */
  async acquire({ signal }: AcquireOptions = {}): Promise<Release> {
    signal?.throwIfAborted()
    if (this.#running < this.#permits) return this.#take()
    if (this.#waiters.size >= this.#waitingMax)
      throw new SemaphoreFull('Too many tasks are waiting. Retry later.')
    return this.#wait(signal)
  }

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
      // The next waiter gets the permit before this returns, so that no newcomer overtakes it.
      const [next] = this.#waiters
      next?.()
    }
  }
}
