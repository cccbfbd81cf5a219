import type { Context } from '../../api/context.ts'
import type { Loop } from '../../api/loop.ts'
import { type Absence, findAbsences } from '../../identity/member/store.ts'
import { holdDeletion } from '../../identity/removal/mark-store.ts'
import { holdDisabled } from '../../identity/user/store.ts'
import { monotonicMs } from '../../platform/clock.ts'
import { settlesWithin } from '../../platform/deadline.ts'
import type { Metrics } from '../../platform/operations/metrics.ts'
import { eventChannel } from '../../platform/outbox/event.ts'
import { deliver } from './deliver.ts'
import {
  firstLane,
  type DeliveryLane,
  type DeliveryOutcome,
  type AttemptRecord,
  retryLane,
  type TakenDelivery,
  type WaitingWebhook,
} from './model.ts'
import { OutcomeWriter, tellDeliveries } from './outcome-writer.ts'
import { Receivers } from './receivers.ts'
import { isPastLastAttempt, nextAttemptAt, notSent, sentences } from './rules.ts'
import { allocateDeliveries } from './allocation.ts'
import {
  endDeliveries,
  hasWork,
  pauseDeliveries,
  releaseDue,
  takeDeliveries,
  listWaitingWebhooks,
} from './store.ts'

/** An attempt takes at most five seconds; the rest is for writing its outcome. */
const leaseMs = 15_000

const webhooksMax = 200
const stepsMax = 20

const releaseMax = 500
const releaseEveryMs = 200

/** Capacity that becomes free within this time is claimed together. */
const wakeDelayMs = 10
/** While busy, the loop polls instead of waiting for a notification, which may be late. */
const busyMs = 300
const busyPauseMs = 20
const pollMs = 1000

const countMax = 1000

const stopMsMax = 10_000

const beforeAll: WaitingWebhook = { workspaceId: 0, webhookId: 0 }

export type ObserveAttempt = Metrics['observeAttempt']

/** Makes the deliveries of `webhooks.delivery`: ARCHITECTURE.md#life-of-an-event. */
export interface DeliveryEngine {
  readonly loop: Loop
  readonly stop: () => Promise<void>
}

export function openDeliveryEngine(context: Context, observe: ObserveAttempt): DeliveryEngine {
  const engine = new Engine(context, observe)
  return {
    loop: {
      name: 'deliver-events',
      wokenBy: eventChannel,
      wokenIn: (wake) => engine.onCapacity(wake),
      pauseMsMax: pollMs,
      run: () => engine.run(),
    },
    stop: async () => {
      if (!(await settlesWithin(stopMsMax, engine.idle())))
        context.log.warn({}, 'Deliveries did not end in time. They are repeated when their lease expires.')
    },
  }
}

interface InactiveWebhooks {
  readonly ended: ReadonlyMap<number, string>
  readonly paused: ReadonlySet<number>
}

class Engine {
  readonly #context: Context
  readonly #observe: ObserveAttempt
  readonly #receivers = new Receivers()
  readonly #outcomes: OutcomeWriter
  readonly #underWay = new Set<Promise<void>>()
  readonly #cursors: [WaitingWebhook, WaitingWebhook] = [beforeAll, beforeAll]
  #wake: () => void = () => undefined
  #waking: NodeJS.Timeout | undefined
  #releasedMs = -Infinity
  #retrying = false
  #takenMs = -Infinity

  constructor(context: Context, observe: ObserveAttempt) {
    this.#context = context
    this.#observe = observe
    this.#outcomes = new OutcomeWriter(context, leaseMs)
  }

  onCapacity(wake: () => void): () => void {
    this.#wake = wake
    return () => (this.#wake = () => undefined)
  }

  #wakeSoon(): void {
    if (this.#waking) return
    this.#waking = setTimeout(() => {
      this.#waking = undefined
      this.#wake()
    }, wakeDelayMs)
  }

  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** Begins as many attempts as capacity allows; resolves to the milliseconds until the next run. */
  async run(): Promise<number> {
    const { database, clock } = this.#context
    if (!this.#isBusy() && !(await hasWork(database, clock.now()))) return pollMs
    const released = await this.#release()
    const first = await this.#claim(firstLane)
    // Only a release queues new retries.
    if (released || this.#retrying) this.#retrying = (await this.#claim(retryLane)) > 0
    if (first > 0 || this.#retrying) {
      this.#takenMs = monotonicMs()
      return wakeDelayMs
    }
    return this.#isBusy() ? busyPauseMs : pollMs
  }

  #isBusy(): boolean {
    return monotonicMs() - this.#takenMs < busyMs
  }

  async #release(): Promise<boolean> {
    if (monotonicMs() - this.#releasedMs < releaseEveryMs) return false
    const { database, clock } = this.#context
    while ((await releaseDue(database, clock.now(), releaseMax)) === releaseMax);
    this.#releasedMs = monotonicMs()
    return true
  }

  async #claim(lane: DeliveryLane): Promise<number> {
    let startedOver = this.#cursors[lane] === beforeAll
    for (let step = 0; step < stepsMax && this.#receivers.capacityOfLane(lane) > 0; step++) {
      const waiting = await listWaitingWebhooks(
        this.#context.database,
        lane,
        this.#cursors[lane],
        webhooksMax,
      )
      const taken = await this.#take(lane, waiting)
      if (taken > 0) return taken
      if (waiting.length === webhooksMax) continue
      if (startedOver) return 0
      this.#cursors[lane] = beforeAll
      startedOver = true
    }
    return 0
  }

  async #take(lane: DeliveryLane, waiting: readonly WaitingWebhook[]): Promise<number> {
    const { database, clock } = this.#context
    const nowMs = clock.now().getTime()
    const receivers = this.#receivers
    const { allocations, considered } = allocateDeliveries(waiting, {
      total: receivers.capacityOfLane(lane),
      ofWebhook: (id) => receivers.capacityOfWebhook(id, nowMs),
      ofWorkspace: (id) => receivers.capacityOfWorkspace(lane, id),
      underWay: (id) => receivers.underWay(id),
    })
    const isAround = considered === waiting.length && waiting.length < webhooksMax
    this.#cursors[lane] = (isAround ? undefined : waiting[considered - 1]) ?? beforeAll
    if (allocations.length === 0) return 0
    const taken = await takeDeliveries(database, allocations, { lane, endsAt: new Date(nowMs + leaseMs) })
    tellDeliveries(this.#context.notifications, taken)
    const { ended, paused } = await this.#endOrPause(taken)
    for (const delivery of taken)
      if (!paused.has(delivery.webhookId)) this.#begin(delivery, lane, ended.get(delivery.webhookId))
    return taken.length
  }

  async #endOrPause(taken: readonly TakenDelivery[]): Promise<InactiveWebhooks> {
    const { database } = this.#context
    const webhooks = Map.groupBy(taken, ({ webhookId }) => webhookId)
    const creators = taken.map(({ workspaceId, createdBy }) => ({ workspaceId, userId: createdBy }))
    const absences = creators.length > 0 ? await findAbsences(database, creators) : []
    const ended = new Map<number, string>()
    const paused = new Set<number>()
    for (const [webhookId, deliveries] of webhooks) {
      const [{ workspaceId, active, createdBy }] = deliveries as [TakenDelivery]
      const absence = absenceOf(absences, workspaceId, createdBy)
      const error = absence === 'left' ? sentences.left : active ? undefined : sentences.switchedOff
      if (error !== undefined) {
        ended.set(webhookId, error)
        await endDeliveries(database, { workspaceId, webhookId, error }, countMax)
      } else if (absence && absence !== 'left' && (await this.#pause(absence, deliveries)))
        paused.add(webhookId)
    }
    return { ended, paused }
  }

  /** Returns false when the creator was enabled or the workspace brought back meanwhile. */
  #pause(absence: 'disabled' | 'deleted', deliveries: readonly TakenDelivery[]): Promise<boolean> {
    const [{ createdBy, workspaceId }] = deliveries as [TakenDelivery]
    return this.#context.database.transaction(async (tx) => {
      const isAbsent =
        absence === 'deleted' ? await holdDeletion(tx, workspaceId) : await holdDisabled(tx, createdBy)
      if (!isAbsent) return false
      await pauseDeliveries(tx, deliveries, { countMax, error: sentences[absence] })
      return true
    })
  }

  #begin(delivery: TakenDelivery, lane: DeliveryLane, ended: string | undefined): void {
    const over = this.#perform(delivery, lane, ended).finally(() => this.#underWay.delete(over))
    this.#underWay.add(over)
  }

  async #perform(delivery: TakenDelivery, lane: DeliveryLane, ended: string | undefined): Promise<void> {
    const attempt = { lane, workspaceId: delivery.workspaceId, webhookId: delivery.webhookId }
    const error = ended ?? (isPastLastAttempt(delivery.attempts) ? sentences.interrupted : undefined)
    this.#receivers.begin(attempt)
    const outcome = error === undefined ? await this.#attempt(delivery, lane) : this.#end(delivery, error)
    this.#receivers.release(attempt)
    this.#wakeSoon()
    await this.#outcomes.write(outcome)
    this.#receivers.end(attempt)
    this.#wakeSoon()
  }

  async #attempt(delivery: TakenDelivery, lane: DeliveryLane): Promise<DeliveryOutcome> {
    const { clock, random } = this.#context
    const { id, claimId, webhookId, workspaceId, attempts, createdAt, sentAgain } = delivery
    const delayMs = clock.now().getTime() - createdAt.getTime()
    const startedMs = monotonicMs()
    const result = await this.#deliver(delivery)
    const ms = monotonicMs() - startedMs
    const endedAt = clock.now()
    const delivered = result.error === null
    this.#receivers.learn({ lane, workspaceId, webhookId, delivered, ms }, endedAt.getTime())
    this.#observe({
      outcome: delivered ? 'delivered' : result.status === null ? 'failed' : 'refused',
      seconds: ms / 1000,
      delaySeconds: attempts === 1 && !sentAgain ? Math.max(0, delayMs) / 1000 : undefined,
    })
    const nextAt = delivered ? null : nextAttemptAt(attempts, endedAt, random.fraction())
    return { id, workspaceId, claimId, attempted: true, result, endedAt, nextAt }
  }

  async #deliver(delivery: TakenDelivery): Promise<AttemptRecord> {
    try {
      return await deliver(this.#context, delivery)
    } catch (error) {
      this.#context.log.error({ err: error, delivery: delivery.id }, 'An attempt to deliver an event failed.')
      return notSent(sentences.defect)
    }
  }

  #end({ id, workspaceId, claimId }: TakenDelivery, error: string): DeliveryOutcome {
    this.#observe({ outcome: 'ended', seconds: 0, delaySeconds: undefined })
    const result = notSent(error)
    const endedAt = this.#context.clock.now()
    return { id, workspaceId, claimId, attempted: false, result, endedAt, nextAt: null }
  }
}

const absenceOf = (absences: readonly Absence[], workspaceId: number, userId: number) =>
  absences.find((absence) => absence.workspaceId === workspaceId && absence.userId === userId)?.reason
