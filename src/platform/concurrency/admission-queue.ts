import { AsyncLocalStorage } from 'node:async_hooks'

/** Requests that start in one turn of the event loop. More would keep new connections from being read. */
const startsPerTick = 16

interface Waiter {
  readonly flowKeys: readonly string[]
  readonly proceed: () => void
}

/** Start-time fair queueing, so that a burst doesn't block the event loop for others. Work-conserving. */
export class AdmissionQueue {
  readonly #rounds = new Map<number, Waiter[]>()
  readonly #nextRoundOf = new Map<string, number>()
  #round = 0
  #served: string[] = []
  #waiting = 0
  #startsLeft = startsPerTick
  #scheduled = false

  /** Calls `proceed`, now or soon. `flowKeysOf` is called only if the request has to wait. */
  admit(flowKeysOf: () => readonly string[], proceed: () => void): void {
    this.#schedule()
    if (this.#waiting === 0 && this.#startsLeft > 0) {
      this.#startsLeft -= 1
      proceed()
    } else this.#wait({ flowKeys: flowKeysOf(), proceed: AsyncLocalStorage.bind(proceed) })
  }

  #wait(waiter: Waiter): void {
    const round = Math.max(this.#round, ...waiter.flowKeys.map((key) => this.#nextRoundOf.get(key) ?? 0))
    for (const key of waiter.flowKeys) this.#nextRoundOf.set(key, round + 1)
    const waiters = this.#rounds.get(round)
    if (waiters) waiters.push(waiter)
    else this.#rounds.set(round, [waiter])
    this.#waiting += 1
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#startsLeft = startsPerTick
      this.#startNext()
    })
  }

  #startNext(): void {
    if (this.#waiting === 0) return
    this.#schedule()
    while (this.#startsLeft > 0 && this.#waiting > 0) {
      const waiters = this.#rounds.get(this.#round)?.splice(0, this.#startsLeft) ?? []
      if (waiters.length === 0) this.#beginRound()
      for (const waiter of waiters) this.#start(waiter)
    }
  }

  #start({ flowKeys, proceed }: Waiter): void {
    this.#startsLeft -= 1
    this.#waiting -= 1
    this.#served.push(...flowKeys)
    proceed()
  }

  #beginRound(): void {
    this.#rounds.delete(this.#round)
    this.#round += 1
    for (const key of this.#served)
      if (this.#nextRoundOf.get(key) === this.#round) this.#nextRoundOf.delete(key)
    this.#served = []
  }
}
