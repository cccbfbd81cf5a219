import type { Context } from '../../api/context.ts'
import type { Loop } from '../../api/loop.ts'
import { type Absence, findAbsences } from '../../identity/member/store.ts'
import { holdDisabled } from '../../identity/user/store.ts'
import { monotonicMs } from '../../platform/clock.ts'
import { settlesWithin } from '../../platform/deadline.ts'
import type { Metrics } from '../../platform/operations/metrics.ts'
import { eventChannel } from '../../platform/outbox/event.ts'
import { deliver } from './deliver.ts'
import {
  firstLane,
  type Lane,
  type Outcome,
  type Result,
  retryLane,
  type TakenDelivery,
  type Waiting,
} from './model.ts'
import { Outcomes } from './outcomes.ts'
import { Receivers } from './receivers.ts'
import { isPastLastAttempt, nextAttemptAt, sentences } from './rules.ts'
import { shareOut } from './allocation.ts'
import {
  endDeliveries,
  hasWork,
  pauseDeliveries,
  releaseDue,
  takeDeliveries,
  webhooksInTurn,
} from './store.ts'

/** An attempt takes five seconds at most; the rest is for writing down what came of it. */
const leaseMs = 15_000

/** Webhooks that one step considers, and steps of one run. */
const webhooksMax = 200
const stepsMax = 20

const releaseMax = 500
const releaseEveryMs = 200

/** Attempts for which there is room again within this time are claimed together. */
const breathMs = 10
/** While events keep coming, the next ones are looked for without waiting for a notice, which may be late. */
const keenMs = 300
const keenPauseMs = 20
const pollMs = 1000

/** Deliveries of a webhook that end, or are paused, in one statement. */
const countMax = 1000

const stopMsMax = 10_000

const beginning: Waiting = { workspaceId: 0, webhookId: 0 }

export type ObserveAttempt = Metrics['observeAttempt']

/** Sends what waits in `webhooks.delivery`: ARCHITECTURE.md#life-of-an-event. */
export interface DeliveryEngine {
  /** Claims deliveries and begins their attempts. */
  readonly loop: Loop
  /** Waits for the attempts under way, after the loop was stopped. */
  readonly stop: () => Promise<void>
}

export function openDeliveryEngine(context: Context, observe: ObserveAttempt): DeliveryEngine {
  const engine = new Engine(context, observe)
  return {
    loop: {
      name: 'deliver-events',
      wokenBy: eventChannel,
      wokenIn: (wake) => engine.onRoom(wake),
      pauseMsMax: pollMs,
      run: () => engine.run(),
    },
    stop: async () => {
      if (!(await settlesWithin(stopMsMax, engine.idle())))
        context.log.warn({}, 'Deliveries did not end in time. They are made again when their lease is over.')
    },
  }
}

/** Webhooks that get nothing at the moment. */
interface Judged {
  /** Why each of them gets nothing any more. */
  readonly ended: ReadonlyMap<number, string>
  readonly paused: ReadonlySet<number>
}

class Engine {
  readonly #context: Context
  readonly #observe: ObserveAttempt
  readonly #receivers = new Receivers()
  readonly #outcomes: Outcomes
  readonly #underWay = new Set<Promise<void>>()
  /** Where the next claim of each lane goes on. */
  readonly #turns: [Waiting, Waiting] = [beginning, beginning]
  #wake: () => void = () => undefined
  #waking: NodeJS.Timeout | undefined
  #releasedMs = -Infinity
  #retrying = false
  #takenMs = -Infinity

  constructor(context: Context, observe: ObserveAttempt) {
    this.#context = context
    this.#observe = observe
    this.#outcomes = new Outcomes(context, leaseMs)
  }

  onRoom(wake: () => void): () => void {
    this.#wake = wake
    return () => (this.#wake = () => undefined)
  }

  #wakeSoon(): void {
    if (this.#waking) return
    this.#waking = setTimeout(() => {
      this.#waking = undefined
      this.#wake()
    }, breathMs)
  }

  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** Begins as many attempts as there is room for; resolves to how long nothing will be due. */
  async run(): Promise<number> {
    const { database, clock } = this.#context
    if (!this.#isKeen() && !(await hasWork(database, clock.now()))) return pollMs
    const released = await this.#release()
    const first = await this.#claim(firstLane)
    // Retries come due with a release, so that between two of them there are new ones only after others were taken.
    if (released || this.#retrying) this.#retrying = (await this.#claim(retryLane)) > 0
    if (first > 0 || this.#retrying) {
      this.#takenMs = monotonicMs()
      return breathMs
    }
    return this.#isKeen() ? keenPauseMs : pollMs
  }

  #isKeen(): boolean {
    return monotonicMs() - this.#takenMs < keenMs
  }

  /** Returns whether it is done now; it is not done more often than it must be. */
  async #release(): Promise<boolean> {
    if (monotonicMs() - this.#releasedMs < releaseEveryMs) return false
    const { database, clock } = this.#context
    while ((await releaseDue(database, clock.now(), releaseMax)) === releaseMax);
    this.#releasedMs = monotonicMs()
    return true
  }

  /** Goes once around the webhooks that wait, until some of them get something. Returns how many deliveries began. */
  async #claim(lane: Lane): Promise<number> {
    let fresh = this.#turns[lane] === beginning
    for (let step = 0; step < stepsMax && this.#receivers.roomOfLane(lane) > 0; step++) {
      const waiting = await webhooksInTurn(this.#context.database, lane, this.#turns[lane], webhooksMax)
      const taken = await this.#take(lane, waiting)
      if (taken > 0) return taken
      if (waiting.length === webhooksMax) continue
      if (fresh) return 0
      this.#turns[lane] = beginning
      fresh = true
    }
    return 0
  }

  async #take(lane: Lane, waiting: readonly Waiting[]): Promise<number> {
    const { database, clock } = this.#context
    const nowMs = clock.now().getTime()
    const receivers = this.#receivers
    const { shares, turns } = shareOut(waiting, {
      total: receivers.roomOfLane(lane),
      ofWebhook: (id) => receivers.roomOfWebhook(id, nowMs),
      ofWorkspace: (id) => receivers.roomOfWorkspace(lane, id),
      underWay: (id) => receivers.underWay(id),
    })
    const isAround = turns === waiting.length && waiting.length < webhooksMax
    this.#turns[lane] = (isAround ? undefined : waiting[turns - 1]) ?? beginning
    if (shares.length === 0) return 0
    const taken = await takeDeliveries(database, shares, { lane, endsAt: new Date(nowMs + leaseMs) })
    const { ended, paused } = await this.#judge(taken)
    for (const delivery of taken)
      if (!paused.has(delivery.webhookId)) this.#begin(delivery, lane, ended.get(delivery.webhookId))
    return taken.length
  }

  /**
   * Finds the webhooks that get nothing, with the reason for those that get nothing any more. What else waits for them ends, or is
   * paused, too.
   */
  async #judge(taken: readonly TakenDelivery[]): Promise<Judged> {
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
      } else if (absence === 'disabled' && (await this.#pause(createdBy, deliveries))) paused.add(webhookId)
    }
    return { ended, paused }
  }

  /** Returns false when the person was enabled meanwhile. */
  #pause(createdBy: number, deliveries: readonly TakenDelivery[]): Promise<boolean> {
    return this.#context.database.transaction(async (tx) => {
      if (!(await holdDisabled(tx, createdBy))) return false
      await pauseDeliveries(tx, deliveries, { countMax, error: sentences.paused })
      return true
    })
  }

  #begin(delivery: TakenDelivery, lane: Lane, ended: string | undefined): void {
    const over = this.#perform(delivery, lane, ended).finally(() => this.#underWay.delete(over))
    this.#underWay.add(over)
  }

  async #perform(delivery: TakenDelivery, lane: Lane, ended: string | undefined): Promise<void> {
    const place = { lane, workspaceId: delivery.workspaceId, webhookId: delivery.webhookId }
    const error = ended ?? (isPastLastAttempt(delivery.attempts) ? sentences.interrupted : undefined)
    this.#receivers.begin(place)
    const outcome = error === undefined ? await this.#attempt(delivery, lane) : this.#end(delivery, error)
    this.#receivers.release(place)
    this.#wakeSoon()
    await this.#outcomes.write(outcome)
    this.#receivers.end(place)
    this.#wakeSoon()
  }

  async #attempt(delivery: TakenDelivery, lane: Lane): Promise<Outcome> {
    const { clock, random } = this.#context
    const { id, claimId, webhookId, workspaceId, attempts, createdAt } = delivery
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
      delaySeconds: attempts === 1 ? Math.max(0, delayMs) / 1000 : undefined,
    })
    const nextAt = delivered ? null : nextAttemptAt(attempts, endedAt, random.fraction())
    return { id, claimId, attempted: true, result, endedAt, nextAt }
  }

  async #deliver(delivery: TakenDelivery): Promise<Result> {
    try {
      return await deliver(this.#context, delivery)
    } catch (error) {
      this.#context.log.error({ err: error, delivery: delivery.id }, 'An attempt to deliver an event failed.')
      return { status: null, error: sentences.defect }
    }
  }

  #end({ id, claimId }: TakenDelivery, error: string): Outcome {
    this.#observe({ outcome: 'ended', seconds: 0, delaySeconds: undefined })
    const result = { status: null, error }
    return { id, claimId, attempted: false, result, endedAt: this.#context.clock.now(), nextAt: null }
  }
}

const absenceOf = (absences: readonly Absence[], workspaceId: number, userId: number) =>
  absences.find((absence) => absence.workspaceId === workspaceId && absence.userId === userId)?.reason
