import { AsyncLocalStorage } from 'node:async_hooks'
import { monotonicMs } from '../clock.ts'

/** So many requests begin in one turn of the event loop: what they ask the database goes there together. */
const startsMax = 16
/** While more than this wait, only a few begin in each turn, so that turns are short. */
const floodMin = 64
const startsInFlood = 4
/** Who has so many waiting is behind all others; among those the order is that of coming. */
const rankMax = 32

/** Those whose party has so many waiting are a crowd. */
const crowdRank = 8
/** Who called so lately may call again. */
const othersMs = 1000
/** A crowd that waits for its half of the thread asks again after this. */
const crowdPauseMs = 2
/** And begins after this at the latest, or a thread that others keep busy would never serve it. */
const crowdPauseMsMax = 25

interface Arrived {
  readonly parties: readonly string[]
  readonly proceed: () => void
}

/**
 * Lets requests begin a few at a time. A thousand that come at the same moment would be parsed, refused and answered in one
 * turn of the event loop, and everybody else would wait for its end. Here they wait for their turns, and who has the fewest
 * waiting goes first: a stranger's thousand are behind the one request of somebody else. While others call too, such a crowd
 * also leaves half of the thread at rest, since being first helps little while all processors are busy with what has begun.
 */
export class Arrivals {
  /** By how many of the same party waited when they came. */
  readonly #ranks: Arrived[][] = Array.from({ length: rankMax + 1 }, () => [])
  readonly #waitingOf = new Map<string, number>()
  #waiting = 0
  #starts = 0
  #scheduled = false
  #resting = false
  /** When somebody came of whose party nobody waited, while others did. */
  #othersAtMs = Number.NEGATIVE_INFINITY
  /** When those of a crowd might begin last, and what the thread had done until then. */
  #crowdAtMs = Number.NEGATIVE_INFINITY
  #crowdUse = performance.eventLoopUtilization()

  /** Calls `proceed`, now or soon. `partiesOf` says for whom the request is counted while it waits; few ever do. */
  admit(partiesOf: () => readonly string[], proceed: () => void): void {
    this.#schedule()
    if (this.#waiting === 0 && this.#starts < startsMax) {
      this.#starts += 1
      proceed()
    } else this.#wait({ parties: partiesOf(), proceed: AsyncLocalStorage.bind(proceed) })
  }

  #wait(arrived: Arrived): void {
    let rank = 0
    for (const party of arrived.parties) {
      const waiting = this.#waitingOf.get(party) ?? 0
      rank = Math.max(rank, waiting)
      this.#waitingOf.set(party, waiting + 1)
    }
    if (rank === 0 && this.#waiting >= crowdRank) this.#othersAtMs = monotonicMs()
    this.#ranks[Math.min(rank, rankMax)]?.push(arrived)
    this.#waiting += 1
  }

  /** After what has arrived in this turn of the event loop, and once in each turn while somebody waits. */
  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#starts = 0
      this.#startNext()
    })
  }

  #startNext(): void {
    if (this.#waiting === 0) return
    const isFlood = this.#waiting > floodMin || this.#othersCall()
    const begin = this.#first(isFlood ? startsInFlood : startsMax)
    for (const arrived of begin) {
      this.#starts += 1
      this.#forget(arrived)
      arrived.proceed()
    }
    if (this.#waiting === 0) return
    if (begin.length > 0) this.#schedule()
    else this.#pause()
  }

  #pause(): void {
    if (this.#resting) return
    this.#resting = true
    setTimeout(() => {
      this.#resting = false
      this.#schedule()
    }, crowdPauseMs)
  }

  #first(count: number): readonly Arrived[] {
    const ranks = this.#mayCrowd() ? this.#ranks : this.#ranks.slice(0, crowdRank)
    const first: Arrived[] = []
    for (const rank of ranks) {
      if (first.length === count) break
      first.push(...rank.splice(0, count - first.length))
    }
    return first
  }

  #othersCall(): boolean {
    return monotonicMs() - this.#othersAtMs < othersMs
  }

  /**
   * Whether the thread has rested as long as it has worked since the crowd last began, or nobody else is there. Not by a ThreadShare,
   * which is told how long a piece of work took: that of a request is spread over many turns of the event loop.
   */
  #mayCrowd(): boolean {
    const { idle, active } = performance.eventLoopUtilization(this.#crowdUse)
    const may = !this.#othersCall() || idle >= active || monotonicMs() - this.#crowdAtMs > crowdPauseMsMax
    if (!may) return false
    this.#crowdAtMs = monotonicMs()
    this.#crowdUse = performance.eventLoopUtilization()
    return true
  }

  #forget({ parties }: Arrived): void {
    this.#waiting -= 1
    for (const party of parties) {
      const left = (this.#waitingOf.get(party) ?? 0) - 1
      if (left > 0) this.#waitingOf.set(party, left)
      else this.#waitingOf.delete(party)
    }
  }
}
