import { ExpectedError } from '../expected-error.ts'
import type { FlowKeys } from './flow-key.ts'
import type { AcquireOptions, Release } from './semaphore.ts'

export interface FlowLimits {
  readonly runningMax: number
  readonly waitingMax: number
  /** A flow holds at most this part of the free permits, so that some are left for the next one. */
  readonly shareOfFreeMax?: number
  readonly weight?: number
}

export interface FairLimits extends FlowLimits {
  readonly waitMsMax: number
  readonly flows?: Readonly<Record<string, FlowLimits>>
  readonly eachFlow?: FlowLimits
}

/** Thrown when a permit cannot be granted: too many wait already, or the wait took too long. */
export class PermitRefused extends ExpectedError {
  override readonly name = 'PermitRefused'
  readonly resource: string
  readonly retrySeconds = 5

  constructor(resource: string, reason: 'full' | 'late') {
    super(
      reason === 'full'
        ? `Too many requests wait for a permit of ${resource}.`
        : `The wait for a permit of ${resource} took too long.`,
    )
    this.resource = resource
  }
}

export interface LimiterState {
  readonly resource: string
  readonly running: number
  readonly waiting: number
  readonly refused: number
}

const defaultWeight = 2

interface Waiter {
  readonly flowKeys: FlowKeys
  readonly round: number
  readonly sequence: number
  readonly proceed: () => void
  readonly refuse: (reason: 'full' | 'late') => void
}

/** Waiters with the same flow keys, oldest first. A set, because a waiter may leave from the middle. */
type Queue = Set<Waiter>

interface WaitingFlow {
  waiting: number
  round: number
  slotsLeft: number
}

function count(counts: Map<string, number>, name: string, change: 1 | -1): void {
  const counted = (counts.get(name) ?? 0) + change
  if (counted === 0) counts.delete(name)
  else counts.set(name, counted)
}

/** Rounds with `weight` slots per flow; a waiter needs a slot of each of its flow keys. Work-conserving. */
export class FairLimiter {
  readonly resource: string
  readonly #limits: FairLimits
  readonly #held = new Map<string, number>()
  readonly #flows = new Map<string, WaitingFlow>()
  readonly #queues = new Map<string, Queue>()
  #round = 0
  #sequence = 0
  #running = 0
  #waiting = 0
  #refused = 0

  constructor(resource: string, limits: FairLimits) {
    this.resource = resource
    this.#limits = limits
  }

  get state(): LimiterState {
    return { resource: this.resource, running: this.#running, waiting: this.#waiting, refused: this.#refused }
  }

  /** May reject with `PermitRefused` or the signal's reason. */
  async acquire(flowKeys: FlowKeys, { signal }: AcquireOptions = {}): Promise<Release> {
    signal?.throwIfAborted()
    if (this.#mayRun(flowKeys)) return this.#grant(flowKeys)
    if (!this.#mayWait(flowKeys)) throw this.#refusal('full')
    return this.#wait(flowKeys, signal)
  }

  async run<Result>(
    flowKeys: FlowKeys,
    work: () => Promise<Result>,
    options?: AcquireOptions,
  ): Promise<Result> {
    const release = await this.acquire(flowKeys, options)
    try {
      return await work()
    } finally {
      release()
    }
  }

  #limitsOf(kind: string): FlowLimits {
    return this.#limits.flows?.[kind] ?? this.#limits.eachFlow ?? this.#limits
  }

  /** Waiters are served first, so a free permit means that no waiter of these flows can use it. */
  #mayRun(flowKeys: FlowKeys): boolean {
    const free = this.#limits.runningMax - this.#running
    if (free <= 0) return false
    return flowKeys.every(({ kind, name }) => {
      const { runningMax, shareOfFreeMax = Number.POSITIVE_INFINITY } = this.#limitsOf(kind)
      return (this.#held.get(name) ?? 0) < Math.min(runningMax, shareOfFreeMax * free)
    })
  }

  /** When the queue is full, a better-placed newcomer evicts the last waiter. */
  #mayWait(flowKeys: FlowKeys): boolean {
    const isFull = flowKeys.some(
      ({ kind, name }) => (this.#flows.get(name)?.waiting ?? 0) >= this.#limitsOf(kind).waitingMax,
    )
    if (isFull) return false
    if (this.#waiting < this.#limits.waitingMax) return true
    const last = this.#last()
    if (!last || last.round <= this.#roundFor(flowKeys)) return false
    last.refuse('full')
    return true
  }

  #refusal(reason: 'full' | 'late'): PermitRefused {
    this.#refused += 1
    return new PermitRefused(this.resource, reason)
  }

  #wait(flowKeys: FlowKeys, signal: AbortSignal | undefined): Promise<Release> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        flowKeys,
        round: this.#roundFor(flowKeys),
        sequence: this.#sequence++,
        proceed: () => {
          leave()
          resolve(this.#grant(flowKeys))
        },
        refuse: (reason) => {
          leave()
          this.#returnSlots(waiter)
          reject(this.#refusal(reason))
        },
      }
      const onAbort = (): void => {
        leave()
        this.#returnSlots(waiter)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => waiter.refuse('late'), this.#limits.waitMsMax)
      const leave = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        this.#dequeue(waiter)
      }
      signal?.addEventListener('abort', onAbort)
      this.#enqueue(waiter)
    })
  }

  #roundFor(flowKeys: FlowKeys): number {
    const rounds = flowKeys.map(({ name }) => {
      const { round, slotsLeft } = this.#flows.get(name) ?? { round: 0, slotsLeft: 1 }
      return slotsLeft > 0 ? round : round + 1
    })
    return Math.max(this.#round + 1, ...rounds)
  }

  #enqueue(waiter: Waiter): void {
    const { flowKeys, round } = waiter
    const name = queueOf(flowKeys)
    const queue = this.#queues.get(name) ?? new Set()
    this.#queues.set(name, queue.add(waiter))
    for (const { kind, name: flow } of flowKeys) {
      const before = this.#flows.get(flow)
      const { weight = defaultWeight } = this.#limitsOf(kind)
      const slotsLeft = (before?.round === round ? before.slotsLeft : weight) - 1
      this.#flows.set(flow, { waiting: (before?.waiting ?? 0) + 1, round, slotsLeft })
    }
    this.#waiting += 1
  }

  #dequeue(waiter: Waiter): void {
    const name = queueOf(waiter.flowKeys)
    const queue = this.#queues.get(name)
    if (!queue?.delete(waiter)) return
    if (queue.size === 0) this.#queues.delete(name)
    for (const { name: flow } of waiter.flowKeys) {
      const waiting = this.#flows.get(flow)
      if (waiting && --waiting.waiting === 0) this.#flows.delete(flow)
    }
    this.#waiting -= 1
  }

  #returnSlots({ flowKeys, round }: Waiter): void {
    for (const { name } of flowKeys) {
      const flow = this.#flows.get(name)
      if (flow?.round === round) flow.slotsLeft += 1
    }
  }

  #grant(flowKeys: FlowKeys): Release {
    this.#running += 1
    for (const { name } of flowKeys) count(this.#held, name, 1)
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#release(flowKeys)
    }
  }

  #release(flowKeys: FlowKeys): void {
    this.#running -= 1
    for (const { name } of flowKeys) count(this.#held, name, -1)
    // A waiter gets the permit before this returns, so that no newcomer overtakes it.
    while (this.#serveNext());
  }

  #serveNext(): boolean {
    if (this.#running >= this.#limits.runningMax) return false
    let next: Waiter | undefined
    for (const [waiter] of this.#queues.values())
      if (waiter && (!next || isBefore(waiter, next)) && this.#mayRun(waiter.flowKeys)) next = waiter
    if (!next) return false
    this.#round = Math.max(this.#round, next.round)
    next.proceed()
    return true
  }

  #last(): Waiter | undefined {
    let last: Waiter | undefined
    for (const queue of this.#queues.values())
      for (const waiter of queue) if (!last || isBefore(last, waiter)) last = waiter
    return last
  }
}

const queueOf = (flowKeys: FlowKeys): string => flowKeys.map(({ name }) => name).join('\n')

const isBefore = (one: Waiter, other: Waiter): boolean =>
  one.round === other.round ? one.sequence < other.sequence : one.round < other.round
