import type { DeliveryLane } from './model.ts'

/** Concurrent attempts to one webhook. */
const initialMax = 4
const quickMax = 32
const failingMax = 1
const quickMs = 250

const workspaceMax = [48, 8] as const
const laneMax = [192, 64] as const

/** After this many consecutive failures a webhook rests, and its waiting deliveries use up no attempts. */
const failuresMax = 10
const failuresWithinMs = 5 * 60_000
const restMs = 30_000

const rememberedMax = 10_000

interface Receiver {
  underWay: number
  quick: boolean
  consecutiveFailures: number
  failingSinceMs: number
  restsUntilMs: number
}

interface Attempt {
  readonly lane: DeliveryLane
  readonly workspaceId: number
  readonly webhookId: number
}

export interface Attempted extends Attempt {
  readonly delivered: boolean
  readonly ms: number
}

/** The load and health of webhooks, in memory: each process limits itself. */
export class Receivers {
  readonly #receivers = new Map<number, Receiver>()
  readonly #workspaces = [new Map<number, number>(), new Map<number, number>()] as const
  readonly #lanes = [0, 0]

  underWay(webhookId: number): number {
    return this.#receivers.get(webhookId)?.underWay ?? 0
  }

  capacityOfLane(lane: DeliveryLane): number {
    return laneMax[lane] - (this.#lanes[lane] ?? 0)
  }

  capacityOfWorkspace(lane: DeliveryLane, workspaceId: number): number {
    return workspaceMax[lane] - (this.#workspaces[lane].get(workspaceId) ?? 0)
  }

  capacityOfWebhook(webhookId: number, nowMs: number): number {
    const receiver = this.#receivers.get(webhookId)
    if (!receiver) return initialMax
    if (receiver.restsUntilMs > nowMs) return 0
    const failing = receiver.consecutiveFailures > 0 ? failingMax : undefined
    return (failing ?? (receiver.quick ? quickMax : initialMax)) - receiver.underWay
  }

  begin(attempt: Attempt): void {
    this.#receiver(attempt.webhookId).underWay += 1
    this.#countOfWorkspace(attempt, 1)
    this.#lanes[attempt.lane] = (this.#lanes[attempt.lane] ?? 0) + 1
  }

  /** Frees the webhook and workspace while the outcome is still being written. */
  release(attempt: Attempt): void {
    this.#receiver(attempt.webhookId).underWay -= 1
    this.#countOfWorkspace(attempt, -1)
    this.#forget()
  }

  /** Frees the lane once the outcome is written, which bounds the outcomes in memory. */
  end({ lane }: Attempt): void {
    this.#lanes[lane] = (this.#lanes[lane] ?? 0) - 1
  }

  learn({ webhookId, delivered, ms }: Attempted, nowMs: number): void {
    const receiver = this.#receiver(webhookId)
    receiver.quick = delivered && ms <= quickMs
    if (delivered) {
      receiver.consecutiveFailures = 0
      receiver.restsUntilMs = 0
      return
    }
    if (receiver.consecutiveFailures === 0 || nowMs - receiver.failingSinceMs > failuresWithinMs) {
      receiver.consecutiveFailures = 0
      receiver.failingSinceMs = nowMs
    }
    receiver.consecutiveFailures += 1
    if (receiver.consecutiveFailures >= failuresMax) receiver.restsUntilMs = nowMs + restMs
  }

  #receiver(webhookId: number): Receiver {
    const known = this.#receivers.get(webhookId)
    if (known) return known
    const receiver: Receiver = {
      underWay: 0,
      quick: false,
      consecutiveFailures: 0,
      failingSinceMs: 0,
      restsUntilMs: 0,
    }
    this.#receivers.set(webhookId, receiver)
    return receiver
  }

  #countOfWorkspace({ lane, workspaceId }: Attempt, change: 1 | -1): void {
    const counts = this.#workspaces[lane]
    const count = (counts.get(workspaceId) ?? 0) + change
    if (count === 0) counts.delete(workspaceId)
    else counts.set(workspaceId, count)
  }

  #forget(): void {
    for (const [webhookId, { underWay }] of this.#receivers) {
      if (this.#receivers.size <= rememberedMax) return
      if (underWay === 0) this.#receivers.delete(webhookId)
    }
  }
}
