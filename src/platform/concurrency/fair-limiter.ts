import { ExpectedError } from '../expected-error.ts'
import type { Release } from './semaphore.ts'
import type { Parties, PartyKind } from './flow-key.ts'

/** What each party of a kind is held to. */
export interface PartyLimits {
  /** Turns at once. */
  readonly runningMax: number
  /** How many may wait for it, in whatever lines they stand. */
  readonly waitingMax: number
  /** A party holds at most this part of the turns that are free, so that some are left for the next one. */
  readonly partOfFreeMax?: number
}

export interface TurnLimits extends PartyLimits {
  /** Who waits longer is refused. */
  readonly waitMsMax: number
  /** A kind that is left out is held to the limits of the whole. */
  readonly of: Partial<Readonly<Record<PartyKind, PartyLimits>>>
}

/** Thrown when a turn cannot be had: too many wait already, or it did not come in time. */
export class TurnRefused extends ExpectedError {
  override readonly name = 'TurnRefused'
  readonly resource: string
  /** After so long it is worth asking again. */
  readonly retrySeconds = 5

  constructor(resource: string, reason: 'full' | 'late') {
    super(
      reason === 'full'
        ? `Too many wait for a turn at ${resource}.`
        : `A turn at ${resource} did not come in time.`,
    )
    this.resource = resource
  }
}

/** How a resource stands, without a word about whose turns they are. */
export interface TurnsState {
  readonly resource: string
  readonly running: number
  readonly waiting: number
  /** Since the start of the process. */
  readonly refused: number
}

export interface TakeOptions {
  /** Ends the wait: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** How many places a party has in each round: a tenant has two turns while a stranger has one. */
const weights: Readonly<Record<PartyKind, number>> = { program: 2, tenant: 2, device: 2, address: 1, link: 1 }

interface Waiter {
  readonly parties: Parties
  /** In which round the turn comes. */
  readonly round: number
  /** When they asked, among those of the same round. */
  readonly place: number
  readonly proceed: () => void
  readonly refuse: (reason: 'full' | 'late') => void
}

/** Who waits for the same parties, in the order of asking. A set, because a waiter may leave from the middle. */
type Line = Set<Waiter>

/** What waits for a party. */
interface Expectation {
  waiting: number
  /** The last round in which the party has a place, and how many places are left to it there. */
  round: number
  left: number
}

/** Counts up or down; what is at nothing is forgotten. */
function count(counts: Map<string, number>, name: string, change: 1 | -1): void {
  const counted = (counts.get(name) ?? 0) + change
  if (counted === 0) counts.delete(name)
  else counts.set(name, counted)
}

/**
 * Gives out something scarce in turns, round after round. In a round each party has as many places as its kind has weight, and
 * who waits for several needs one of each: a thousand addresses at one link are one after another, while the only visitor of
 * another link is in the next round. No party has more turns at once than its kind may have, so that others find room however
 * much one of them asks for.
 */
export class FairTurns {
  readonly resource: string
  readonly #limits: TurnLimits
  /** Turns that each party has now. */
  readonly #held = new Map<string, number>()
  readonly #expected = new Map<string, Expectation>()
  /** By the names of the parties. */
  readonly #lines = new Map<string, Line>()
  /** The one in which the last waiter was served. */
  #round = 0
  #asked = 0
  #running = 0
  #waiting = 0
  #refused = 0

  constructor(resource: string, limits: TurnLimits) {
    this.resource = resource
    this.#limits = limits
  }

  get state(): TurnsState {
    return { resource: this.resource, running: this.#running, waiting: this.#waiting, refused: this.#refused }
  }

  /** Takes a turn, at once when there is room for all of the parties. May reject with `TurnRefused`. */
  async take(parties: Parties, { signal }: TakeOptions = {}): Promise<Release> {
    signal?.throwIfAborted()
    if (this.#hasRoom(parties)) return this.#begin(parties)
    if (!this.#mayWait(parties)) throw this.#refusal('full')
    return this.#wait(parties, signal)
  }

  /** Runs `work` in a turn. */
  async run<Result>(parties: Parties, work: () => Promise<Result>, options?: TakeOptions): Promise<Result> {
    const release = await this.take(parties, options)
    try {
      return await work()
    } finally {
      release()
    }
  }

  #limitsOf(kind: PartyKind): PartyLimits {
    return this.#limits.of[kind] ?? this.#limits
  }

  /** Who waits has no room: whenever some becomes free, it is given to waiters first. */
  #hasRoom(parties: Parties): boolean {
    const free = this.#limits.runningMax - this.#running
    if (free <= 0) return false
    return parties.every(({ kind, name }) => {
      const { runningMax, partOfFreeMax = Number.POSITIVE_INFINITY } = this.#limitsOf(kind)
      return (this.#held.get(name) ?? 0) < Math.min(runningMax, partOfFreeMax * free)
    })
  }

  /** Where no more may wait, who would be served last makes room for those who would be served sooner. */
  #mayWait(parties: Parties): boolean {
    const isBounded = parties.some(
      ({ kind, name }) => (this.#expected.get(name)?.waiting ?? 0) >= this.#limitsOf(kind).waitingMax,
    )
    if (isBounded) return false
    if (this.#waiting < this.#limits.waitingMax) return true
    const last = this.#last()
    if (!last || last.round <= this.#roundFor(parties)) return false
    last.refuse('full')
    return true
  }

  #refusal(reason: 'full' | 'late'): TurnRefused {
    this.#refused += 1
    return new TurnRefused(this.resource, reason)
  }

  #wait(parties: Parties, signal: AbortSignal | undefined): Promise<Release> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        parties,
        round: this.#roundFor(parties),
        place: this.#asked++,
        proceed: () => {
          leave()
          resolve(this.#begin(parties))
        },
        refuse: (reason) => {
          leave()
          this.#giveBack(waiter)
          reject(this.#refusal(reason))
        },
      }
      const onAbort = (): void => {
        leave()
        this.#giveBack(waiter)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => waiter.refuse('late'), this.#limits.waitMsMax)
      const leave = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        this.#leave(waiter)
      }
      signal?.addEventListener('abort', onAbort)
      this.#stand(waiter)
    })
  }

  /** The next round in which each of the parties has a place. */
  #roundFor(parties: Parties): number {
    const rounds = parties.map(({ name }) => {
      const { round, left } = this.#expected.get(name) ?? { round: 0, left: 1 }
      return left > 0 ? round : round + 1
    })
    return Math.max(this.#round + 1, ...rounds)
  }

  #stand(waiter: Waiter): void {
    const { parties, round } = waiter
    const name = lineOf(parties)
    const line = this.#lines.get(name) ?? new Set()
    this.#lines.set(name, line.add(waiter))
    for (const { kind, name: party } of parties) {
      const before = this.#expected.get(party)
      const left = before?.round === round ? before.left : weights[kind]
      this.#expected.set(party, { waiting: (before?.waiting ?? 0) + 1, round, left: left - 1 })
    }
    this.#waiting += 1
  }

  #leave(waiter: Waiter): void {
    const name = lineOf(waiter.parties)
    const line = this.#lines.get(name)
    if (!line?.delete(waiter)) return
    if (line.size === 0) this.#lines.delete(name)
    for (const party of waiter.parties) {
      const expected = this.#expected.get(party.name)
      if (expected && --expected.waiting === 0) this.#expected.delete(party.name)
    }
    this.#waiting -= 1
  }

  /** Who leaves without a turn leaves the place in the round to those who come later. */
  #giveBack({ parties, round }: Waiter): void {
    for (const { name } of parties) {
      const expected = this.#expected.get(name)
      if (expected?.round === round) expected.left += 1
    }
  }

  #begin(parties: Parties): Release {
    this.#running += 1
    for (const { name } of parties) count(this.#held, name, 1)
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#end(parties)
    }
  }

  #end(parties: Parties): void {
    this.#running -= 1
    for (const { name } of parties) count(this.#held, name, -1)
    // Who waits takes the turn before this returns, so that nobody who comes later is first.
    while (this.#serveNext());
  }

  /** Lets the first waiter go on whose parties all have room; false when there is none. */
  #serveNext(): boolean {
    if (this.#running >= this.#limits.runningMax) return false
    let next: Waiter | undefined
    for (const [waiter] of this.#lines.values())
      if (waiter && (!next || isBefore(waiter, next)) && this.#hasRoom(waiter.parties)) next = waiter
    if (!next) return false
    this.#round = Math.max(this.#round, next.round)
    next.proceed()
    return true
  }

  /** Who would be served last of all. */
  #last(): Waiter | undefined {
    let last: Waiter | undefined
    for (const line of this.#lines.values())
      for (const waiter of line) if (!last || isBefore(last, waiter)) last = waiter
    return last
  }
}

const lineOf = (parties: Parties): string => parties.map(({ name }) => name).join('\n')

const isBefore = (one: Waiter, other: Waiter): boolean =>
  one.round === other.round ? one.place < other.place : one.round < other.round
