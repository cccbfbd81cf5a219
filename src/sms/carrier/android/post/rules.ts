import type { AppVersion } from '../phone/model.ts'
import { hasSince } from '../phone/rules.ts'
import { type Post, postedEvents, type ProgressPayload, type ReceivedPayload } from './model.ts'
import type { PartReport } from '../item/model.ts'

/** Older posts are rejected as replays. */
export const clockToleranceSeconds = 900

/** Networks keep texts for a week at most, so an earlier time is wrong. */
const oldestMs = 31 * 24 * 3_600_000

export const eventsFor = (version: AppVersion | undefined): readonly string[] =>
  postedEvents.filter(([, minor]) => minor <= 16 || hasSince(version, minor)).map(([event]) => event)

export function receivedTime(told: string | undefined, now: Date, clockAheadSeconds: number): Date {
  const time = told === undefined ? Number.NaN : new Date(told).getTime() - clockAheadSeconds * 1000
  if (!Number.isFinite(time)) return now
  return new Date(Math.max(now.getTime() - oldestMs, Math.min(time, now.getTime())))
}

/** Identifies a text; to be hashed. Ids of the app may collide, so both keys contain more. */
export interface TextKeys {
  readonly byTime: string
  readonly byId: string | undefined
}

const slots = [1, 2, 3] as const

/** Also the keys of earlier posts of the text: the app's export of the inbox names no SIM. */
export function textKeys(
  { messageId, simNumber, receivedAt, message }: ReceivedPayload,
  sender: string,
): { readonly own: TextKeys; readonly before: readonly TextKeys[] } {
  const told = receivedAt === undefined ? Number.NaN : new Date(receivedAt).getTime()
  const time = Number.isFinite(told) ? String(told) : ''
  const keysOf = (sim: number | undefined): TextKeys => {
    const common = [String(sim ?? ''), sender, message]
    return {
      byTime: JSON.stringify(['time', time, ...common]),
      byId: messageId === undefined ? undefined : JSON.stringify(['id', messageId, ...common]),
    }
  }
  const own = keysOf(simNumber)
  const others = simNumber === undefined ? slots.map(keysOf) : [keysOf(undefined)]
  return { own, before: [own, ...others] }
}

/** The app says -1 when it does not know; no text has more than 255 parts. */
const partsOf = (count: number | undefined): number | undefined =>
  count !== undefined && count >= 1 && count <= 255 ? count : undefined

/** The app posts one event for each delivered part. */
export function reportOf({ id: postId, event }: Post, payload: ProgressPayload): PartReport | undefined {
  const { messageId: id, reason } = payload
  const states = (state: 'Sent' | 'Delivered' | 'Failed', at: string | undefined) =>
    at === undefined ? {} : { states: { [state]: at } }
  switch (event) {
    case 'sms:sent':
      return { id, state: 'Sent', partsCount: partsOf(payload.partsCount), ...states('Sent', payload.sentAt) }
    case 'sms:delivered':
      return {
        id,
        state: 'Delivered',
        deliveredPart: postId ?? payload.deliveredAt,
        ...states('Delivered', payload.deliveredAt),
      }
    case 'sms:failed':
      return { id, state: 'Failed', recipients: [{ error: reason }], ...states('Failed', payload.failedAt) }
    default:
      return undefined
  }
}
