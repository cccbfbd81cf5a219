/** So many requests begin in one turn of the event loop: what they ask the database goes there together. */
const startsMax = 16
/** While more than this wait, only a few begin in each turn, so that turns are short. */
const floodMin = 64
const startsInFlood = 4
/** Who has so many waiting is behind all others; among those the order is that of coming. */
const rankMax = 32

interface Arrived {
  readonly parties: readonly string[]
  readonly proceed: () => void
}

/**
 * Lets requests begin a few at a time. A thousand that come at the same moment would be parsed, refused and answered in one
 * turn of the event loop, and everybody else would wait for its end. Here they wait for their turns, and who has the fewest
 * waiting goes first: a stranger's thousand are behind the one request of somebody else.
 */
export class Arrivals {
  /** By how many of the same party waited when they came. */
  readonly #ranks: Arrived[][] = Array.from({ length: rankMax + 1 }, () => [])
  readonly #waitingOf = new Map<string, number>()
  #waiting = 0
  #starts = 0
  #scheduled = false

  /** Calls `proceed`, now or soon. `partiesOf` says for whom the request is counted while it waits; few ever do. */
  admit(partiesOf: () => readonly string[], proceed: () => void): void {
    this.#schedule()
    if (this.#waiting === 0 && this.#starts < startsMax) {
      this.#starts += 1
      proceed()
    } else this.#wait({ parties: partiesOf(), proceed })
  }

  #wait(arrived: Arrived): void {
    let rank = 0
    for (const party of arrived.parties) {
      const waiting = this.#waitingOf.get(party) ?? 0
      rank = Math.max(rank, waiting)
      this.#waitingOf.set(party, waiting + 1)
    }
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
    for (const arrived of this.#first(this.#waiting > floodMin ? startsInFlood : startsMax)) {
      this.#starts += 1
      this.#forget(arrived)
      arrived.proceed()
    }
    if (this.#waiting > 0) this.#schedule()
  }

  #first(count: number): readonly Arrived[] {
    const first: Arrived[] = []
    for (const rank of this.#ranks) {
      if (first.length === count) break
      first.push(...rank.splice(0, count - first.length))
    }
    return first
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
