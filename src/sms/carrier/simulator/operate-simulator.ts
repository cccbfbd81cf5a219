import type { Context } from '../../../api/context.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import { bodyOf } from '../../message/body.ts'
import { bodyCharactersMax, MessageBody, type Status } from '../../message/model.ts'
import { receiveAtOnce } from '../../inbound/receive-text.ts'
import { liveNumber, usableById } from '../../number/store.ts'
import { quoted } from '../../../platform/quoted.ts'
import { isSender, parsePhone, senderOf } from '../../phone.ts'
import { queueChannel } from '../../lanes.ts'
import { type Behavior, type BehaviorPatch, delayMsMax, textsChannel } from './model.ts'
import { endOutage, hasSimulator, patchSimulator, selectOutbox, startOutage } from './store.ts'

const outboxMax = 10_000

/** Refuses what the command line and the app ask of the simulator. */
export class SimulatorRefusal extends OperatorError {
  readonly reason: 'invalid_body' | 'invalid_number' | 'number_not_found' | 'not_your_contact'

  constructor(reason: SimulatorRefusal['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const notSimulated = (numberId: number) =>
  new SimulatorRefusal('number_not_found', `Number ${numberId} is not a simulator number.`)

export interface InboundText {
  readonly numberId: number
  readonly from: string
  readonly body: string
  /** Only this workspace may get the text. Absent: whichever it is for, or the unrouted list. */
  readonly workspaceId?: number
}

/** `sim inbound`, and the answers of the simulator page. Throws `OperatorError`. */
export async function simulateInbound(
  context: Pick<Context, 'database' | 'clock' | 'notifications'>,
  { numberId, from, body, workspaceId }: InboundText,
): Promise<{ id: number } | { id: number; unrouted: true }> {
  if (!MessageBody.safeParse(body).success)
    throw new SimulatorRefusal('invalid_body', `The body must have 1 to ${bodyCharactersMax} characters.`)
  return context.database.transaction(async (tx) => {
    const number =
      workspaceId === undefined ? await liveNumber(tx, numberId) : await usableById(tx, workspaceId, numberId)
    if (number?.carrier !== 'simulator') throw notSimulated(numberId)
    const phone = senderOrRefuse(from, number.phone)
    const received = { numberId, phone, body, at: context.clock.now() }
    // Decided here, so that a send of another workspace at the same time cannot redirect the text.
    const routed = await receiveAtOnce(tx, context, received, (account) => {
      if (workspaceId === undefined || account === workspaceId) return
      throw new SimulatorRefusal('not_your_contact', `The last text to ${phone} was not from this workspace.`)
    })
    return 'messageId' in routed ? { id: routed.messageId } : { id: routed.unroutedId, unrouted: true }
  })
}

/** The sender as messages have it. */
export function senderOrRefuse(from: string, host: string): string {
  const sender = senderOf(from, host)
  if (parsePhone(sender) !== undefined || isSender(sender)) return sender
  throw new SimulatorRefusal(
    'invalid_number',
    `${quoted(from, 40)} is not a phone number, a short code or the name of a sender.`,
  )
}

export interface OutboxText {
  readonly id: number
  readonly to: string
  readonly body: string
  readonly status: Status
  readonly at: string
}

/** `sim outbox`: the newest 10,000 texts, oldest first. Also of removed numbers. */
export async function listOutbox(
  { database, vault }: Context,
  options: { readonly numberId: number },
): Promise<{ messages: OutboxText[] }> {
  if (!(await hasSimulator(database, options.numberId))) throw notSimulated(options.numberId)
  const rows = await selectOutbox(database, options.numberId, outboxMax)
  const messages = rows.map((row) => ({
    id: row.id,
    to: row.phone,
    body: bodyOf(row, vault),
    status: row.status,
    at: row.at.toISOString(),
  }))
  return { messages }
}

export interface SimulatorOptions extends BehaviorPatch {
  readonly numberId: number
  readonly offlineMs?: number | undefined
}

export interface SimulatorState {
  readonly id: number
  readonly deliver_ms: number
  readonly fail_rate: number
  readonly busy_rate?: number
  readonly hold: boolean
  readonly offline_until?: string
}

/** `sim set`. Throws `OperatorError`. */
export async function setSimulator(context: Context, options: SimulatorOptions): Promise<SimulatorState> {
  const { numberId, offlineMs } = options
  for (const delay of [options.deliverMs ?? 0, offlineMs ?? 0]) {
    if (!(Number.isInteger(delay) && delay >= 0 && delay <= delayMsMax))
      throw new OperatorError(`A delay must be a whole number of milliseconds, from 0 to ${delayMsMax}.`)
  }
  for (const rate of ['failRate', 'busyRate'] as const) {
    const share = options[rate]
    if (share !== undefined && !(share >= 0 && share <= 1))
      throw new OperatorError(`The ${rate === 'failRate' ? 'fail' : 'busy'} rate must be between 0 and 1.`)
  }
  const { behavior, offlineUntil } = await context.database.transaction((tx) =>
    changeSimulator(tx, context, options),
  )
  return {
    id: numberId,
    deliver_ms: behavior.deliverMs,
    fail_rate: behavior.failRate,
    ...(behavior.busyRate > 0 && { busy_rate: behavior.busyRate }),
    hold: behavior.hold,
    ...(offlineUntil && { offline_until: offlineUntil.toISOString() }),
  }
}

/** `offlineMs` of 0 ends an offline spell. Throws `OperatorError` unless it is a live simulator number. */
export async function changeSimulator(
  tx: Transaction,
  { notifications }: Pick<Context, 'notifications'>,
  { numberId, offlineMs, ...patch }: SimulatorOptions,
): Promise<{ behavior: Behavior; offlineUntil: Date | undefined }> {
  const until = new Date(tx.now().getTime() + (offlineMs ?? 0))
  const offlineUntil = offlineMs && (await startOutage(tx, numberId, until)) ? until : undefined
  if (offlineMs === 0) await endOutage(tx, numberId)
  const changed = await patchSimulator(tx, numberId, patch)
  if (!changed) throw notSimulated(numberId)
  const { workspaceId, ...behavior } = changed
  for (const scope of [workspaceId ?? 'everyone', 'operators'] as const)
    tx.tell({ scope, topic: 'numbers', ids: [numberId] })
  tx.afterCommit(() => {
    notifications.notify(queueChannel)
    notifications.notify(textsChannel)
  })
  return { behavior, offlineUntil }
}
