import { ApiError, call, type CallOptions, type Data, type Input } from '../../api/call.ts'
import { mayPass } from '../../api/queries.ts'
import { pendingTexts, type PendingText } from '../message/pending-texts.ts'
import { showText } from '../message/thread.ts'

export type SendBody = Input<'sms.sendMessage'>['body']
export type SendAnswer = Data<'sms.sendMessage'>

const retryMs = [500, 1500, 4000]
const waitSecondsMax = 30

/** An answer that may be another one later. The key makes sure that a repeat sends nothing twice. */
const isPassing = (error: unknown): error is ApiError =>
  mayPass(error) || (error instanceof ApiError && error.status === 429)

/** The server may have taken the text. */
export const isUnknown = mayPass

/** Sends once, however often the network fails. `send` passes the options on to its call. */
async function untilAnswered<Answer>(
  key: string,
  send: (options: CallOptions) => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      return await send({ headers: { 'Idempotency-Key': key } })
    } catch (error) {
      const seconds = isPassing(error) ? (error.retryAfterSeconds ?? 0) : Infinity
      const pauseMs = retryMs[tries]
      if (pauseMs === undefined || seconds > waitSecondsMax) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, seconds * 1000)))
    }
  }
}

/** To phones, once. */
export const sendOnce = async (workspace: number, body: SendBody, key: string): Promise<SendAnswer> =>
  (await untilAnswered(key, (options) => call('sms.sendMessage', { workspace, body }, options))).data

const lastSends = new Map<string, Promise<unknown>>()

/** The texts of one conversation are sent in the order in which they were written. */
function inTurn<Answer>(
  { workspace, phone, group }: PendingText,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const place = `${workspace} ${phone ?? group}`
  const turn = (lastSends.get(place) ?? Promise.resolve()).then(send, send).finally(() => {
    if (lastSends.get(place) === turn) lastSends.delete(place)
  })
  lastSends.set(place, turn)
  return turn
}

/** Shows a text where it will be, at once, and no longer if the send fails. */
async function whilePending<Answer extends Pick<SendAnswer, 'messages'>>(
  pending: PendingText,
  send: () => Promise<Answer>,
): Promise<Answer> {
  pendingTexts.set([...pendingTexts.get(), pending])
  try {
    const answer = await inTurn(pending, send)
    for (const message of answer.messages) showText(pending.workspace, message)
    return answer
  } finally {
    pendingTexts.set(pendingTexts.get().filter((each) => each !== pending))
  }
}

const now = (): string => new Date().toISOString()

/** To one phone. */
export const sendInThread = (
  workspace: number,
  phone: string,
  body: SendBody,
  key: string,
): Promise<SendAnswer> =>
  whilePending({ key, workspace, phone, body: body.body, at: now() }, () => sendOnce(workspace, body, key))

/** To the members of a group. */
export const sendToGroup = (
  workspace: number,
  group: number,
  body: string,
  key: string,
): Promise<Data<'sms.sendGroupMessage'>> =>
  whilePending({ key, workspace, group, body, at: now() }, async () => {
    const input = { workspace, id: group, body: { body } }
    return (await untilAnswered(key, (options) => call('sms.sendGroupMessage', input, options))).data
  })
