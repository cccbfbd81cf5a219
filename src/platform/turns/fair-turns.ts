import { ExpectedError } from '../expected-error.ts'
import type { Release } from '../semaphore.ts'
import type { Parties, PartyKind } from './party.ts'

/** What each party of a kind is held to. */
export interface PartyLimits {
  /** Turns at once. */
  readonly runningMax: number
  /** How many may wait for it, in whatever lines they stand. */
  readonly waitingMax: number
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

/** How many turns in a row a line has before the next line: a tenant has two while a stranger has one. */
const weights: Readonly<Record<PartyKind, number>> = { program: 2, tenant: 2, device: 2, address: 1, link: 1 }

interface Waiter {
  readonly parties: Parties
  readonly proceed: () => void
}

/** Who waits for one party, in the order of asking. A set, because a waiter may leave from the middle. */
interface Line {
  readonly waiters: Set<Waiter>
  /** Turns in a row that it still has. */
  left: number
}

/** Counts up or down; what is at nothing is forgotten. */
function count(counts: Map<string, number>, name: string, change: 1 | -1): void {
  const counted = (counts.get(name) ?? 0) + change
  if (counted === 0) counts.delete(name)
  else counts.set(name, counted)
}

/**
 * Gives out something scarce in turns. Within a line the order is that of asking; lines are served one after another.
 * No party has more turns at once than its kind may have, so that others find room however much one of them asks for.
 */
export class FairTurns {
  readonly resource: string
  readonly #limits: TurnLimits
  /** Turns that each party has now. */
  readonly #held = new Map<string, number>()
  /** How many wait for a turn of each party. */
  readonly #expected = new Map<string, number>()
  /** In the order in which they are served next. */
  readonly #lines = new Map<string, Line>()
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
    if (!this.#lines.has(parties[0].name) && this.#hasRoom(parties)) return this.#begin(parties)
    if (this.#waiting >= this.#limits.waitingMax || !this.#mayWait(parties)) throw this.#refuse('full')
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

  #hasRoom(parties: Parties): boolean {
    if (this.#running >= this.#limits.runningMax) return false
    return parties.every(({ kind, name }) => (this.#held.get(name) ?? 0) < this.#limitsOf(kind).runningMax)
  }

  #mayWait(parties: Parties): boolean {
    return parties.every(
      ({ kind, name }) => (this.#expected.get(name) ?? 0) < this.#limitsOf(kind).waitingMax,
    )
  }

  #refuse(reason: 'full' | 'late'): TurnRefused {
    this.#refused += 1
    return new TurnRefused(this.resource, reason)
  }

  #wait(parties: Parties, signal: AbortSignal | undefined): Promise<Release> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        parties,
        proceed: () => {
          leave()
          resolve(this.#begin(parties))
        },
      }
      const onAbort = (): void => {
        leave()
        reject(signal?.reason)
      }
      const onLate = (): void => {
        leave()
        reject(this.#refuse('late'))
      }
      const timer = setTimeout(onLate, this.#limits.waitMsMax)
      const leave = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        this.#leave(waiter)
      }
      signal?.addEventListener('abort', onAbort)
      this.#stand(waiter)
    })
  }

  #stand(waiter: Waiter): void {
    const [{ kind, name }] = waiter.parties
    const line = this.#lines.get(name) ?? { waiters: new Set(), left: weights[kind] }
    line.waiters.add(waiter)
    this.#lines.set(name, line)
    for (const party of waiter.parties) count(this.#expected, party.name, 1)
    this.#waiting += 1
  }

  #leave(waiter: Waiter): void {
    const [{ name }] = waiter.parties
    const line = this.#lines.get(name)
    if (!line?.waiters.delete(waiter)) return
    for (const party of waiter.parties) count(this.#expected, party.name, -1)
    this.#waiting -= 1
    if (line.waiters.size === 0) this.#lines.delete(name)
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
    for (const [name, line] of this.#lines) {
      const [waiter] = line.waiters
      if (!waiter || !this.#hasRoom(waiter.parties)) continue
      line.left -= 1
      if (line.left === 0) {
        line.left = weights[waiter.parties[0].kind]
        this.#lines.delete(name)
        this.#lines.set(name, line)
      }
      waiter.proceed()
      return true
    }
    return false
  }
}
