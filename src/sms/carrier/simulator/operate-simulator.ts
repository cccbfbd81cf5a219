import type { Context } from '../../../api/context.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import { bodyOf } from '../../message/body.ts'
import { bodyCharactersMax, MessageBody, type Status } from '../../message/model.ts'
import { receiveText } from '../../inbound/receive-text.ts'
import { liveNumber } from '../../number/store.ts'
import { quoted } from '../../../platform/quoted.ts'
import { isSender, parsePhone, senderOf } from '../../phone.ts'
import { queueChannel } from '../../lanes.ts'
import { type BehaviorPatch, textsChannel } from './model.ts'
import { hasSimulator, patchSimulator, selectOutbox, startOutage } from './store.ts'

const outboxMax = 10_000
const delayMsMax = 7 * 24 * 60 * 60 * 1000

const notSimulated = (numberId: number) => new OperatorError(`Number ${numberId} is not a simulator number.`)

export async function simulateInbound(
  context: Context,
  options: { readonly numberId: number; readonly from: string; readonly body: string },
): Promise<{ id: number } | { id: number; unrouted: true }> {
  const { numberId, from, body } = options
  if (!MessageBody.safeParse(body).success)
    throw new OperatorError(`The body must have 1 to ${bodyCharactersMax} characters.`)
  const number = await liveNumber(context.database, numberId)
  if (number?.carrier !== 'simulator') throw notSimulated(numberId)
  const sender = senderOf(from, number.phone)
  if (parsePhone(sender) === undefined && !isSender(sender))
    throw new OperatorError(
      `${quoted(from, 40)} is not a phone number, a short code or the name of a sender.`,
    )
  const received = await receiveText(context, { numberId, phone: from, body, at: context.clock.now() })
  return 'messageId' in received
    ? { id: received.messageId }
    : { id: received.unroutedId, unrouted: true as const }
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
export async function setSimulator(
  { database, clock, notifications }: Context,
  options: SimulatorOptions,
): Promise<SimulatorState> {
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
  const offlineUntil = offlineMs === undefined ? undefined : new Date(clock.now().getTime() + offlineMs)
  const behavior = await database.transaction(async (tx) => {
    if (offlineUntil) await startOutage(tx, numberId, offlineUntil)
    return patchSimulator(tx, numberId, options)
  })
  if (!behavior) throw notSimulated(numberId)
  notifications.notify(queueChannel)
  notifications.notify(textsChannel)
  return {
    id: numberId,
    deliver_ms: behavior.deliverMs,
    fail_rate: behavior.failRate,
    ...(behavior.busyRate > 0 && { busy_rate: behavior.busyRate }),
    hold: behavior.hold,
    ...(offlineUntil && { offline_until: offlineUntil.toISOString() }),
  }
}
