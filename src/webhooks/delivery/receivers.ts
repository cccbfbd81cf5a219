import type { Lane } from './model.ts'

/** Attempts under way to one webhook: while nothing is known of it, once it answered quickly, and after a failure. */
const roomAtFirst = 4
const roomWhenQuick = 32
const roomWhenFailing = 1
const quickMs = 250

/** Attempts under way of one workspace, and of all, in each lane. */
const roomOfWorkspace = [48, 8] as const
const roomOfLane = [192, 64] as const

/** So many failures in a row within so long, and the webhook rests. Nothing that waits uses up an attempt meanwhile. */
const failuresMax = 10
const failuresWithinMs = 5 * 60_000
const restMs = 30_000

/** Webhooks that something is remembered of. What is forgotten starts anew. */
const rememberedMax = 10_000

interface Receiver {
  underWay: number
  quick: boolean
  /** In a row. */
  failures: number
  failingSinceMs: number
  restsUntilMs: number
}

interface Attempt {
  readonly lane: Lane
  readonly workspaceId: number
  readonly webhookId: number
}

export interface Attempted extends Attempt {
  readonly delivered: boolean
  readonly ms: number
}

/**
 * What this process knows of those it delivers to: how much is under way, who is quick and who fails. It is kept in memory
 * only; each process limits itself.
 */
export class Receivers {
  readonly #receivers = new Map<number, Receiver>()
  readonly #workspaces = [new Map<number, number>(), new Map<number, number>()] as const
  readonly #lanes = [0, 0]

  underWay(webhookId: number): number {
    return this.#receivers.get(webhookId)?.underWay ?? 0
  }

  roomOfLane(lane: Lane): number {
    return roomOfLane[lane] - (this.#lanes[lane] ?? 0)
  }

  roomOfWorkspace(lane: Lane, workspaceId: number): number {
    return roomOfWorkspace[lane] - (this.#workspaces[lane].get(workspaceId) ?? 0)
  }

  roomOfWebhook(webhookId: number, nowMs: number): number {
    const receiver = this.#receivers.get(webhookId)
    if (!receiver) return roomAtFirst
    if (receiver.restsUntilMs > nowMs) return 0
    const failing = receiver.failures > 0 ? roomWhenFailing : undefined
    return (failing ?? (receiver.quick ? roomWhenQuick : roomAtFirst)) - receiver.underWay
  }

  begin(attempt: Attempt): void {
    this.#receiver(attempt.webhookId).underWay += 1
    this.#countOfWorkspace(attempt, 1)
    this.#lanes[attempt.lane] = (this.#lanes[attempt.lane] ?? 0) + 1
  }

  /** An attempt is over. Its webhook and its workspace have room for the next one while the outcome is written down. */
  release(attempt: Attempt): void {
    this.#receiver(attempt.webhookId).underWay -= 1
    this.#countOfWorkspace(attempt, -1)
    this.#forget()
  }

  /** The outcome is written down. Until then it takes up room of the lane, so that what waits in memory is bounded. */
  end({ lane }: Attempt): void {
    this.#lanes[lane] = (this.#lanes[lane] ?? 0) - 1
  }

  /** Learns from an attempt that was made. */
  learn({ webhookId, delivered, ms }: Attempted, nowMs: number): void {
    const receiver = this.#receiver(webhookId)
    receiver.quick = delivered && ms <= quickMs
    if (delivered) {
      receiver.failures = 0
      receiver.restsUntilMs = 0
      return
    }
    if (receiver.failures === 0 || nowMs - receiver.failingSinceMs > failuresWithinMs) {
      receiver.failures = 0
      receiver.failingSinceMs = nowMs
    }
    receiver.failures += 1
    if (receiver.failures >= failuresMax) receiver.restsUntilMs = nowMs + restMs
  }

  #receiver(webhookId: number): Receiver {
    const known = this.#receivers.get(webhookId)
    if (known) return known
    const receiver: Receiver = { underWay: 0, quick: false, failures: 0, failingSinceMs: 0, restsUntilMs: 0 }
    this.#receivers.set(webhookId, receiver)
    return receiver
  }

  #countOfWorkspace({ lane, workspaceId }: Attempt, change: 1 | -1): void {
    const counts = this.#workspaces[lane]
    const count = (counts.get(workspaceId) ?? 0) + change
    if (count === 0) counts.delete(workspaceId)
    else counts.set(workspaceId, count)
  }

  /** Drops those that were added first and have nothing under way. */
  #forget(): void {
    for (const [webhookId, { underWay }] of this.#receivers) {
      if (this.#receivers.size <= rememberedMax) return
      if (underWay === 0) this.#receivers.delete(webhookId)
    }
  }
}
