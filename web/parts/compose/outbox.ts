import { ApiError, call, type Data, type Input } from '../../api/call.ts'
import { mayPass } from '../../api/queries.ts'
import { pendingTexts } from '../message/pending-texts.ts'
import { showText } from '../message/thread.ts'

export type SendBody = Input<'sms.sendMessage'>['body']
export type SendAnswer = Data<'sms.sendMessage'>

const retryMs = [500, 1500, 4000]
const waitSecondsMax = 30

/** An answer that may be another one later. The key makes sure that a repeat sends nothing twice. */
const isPassing = (error: unknown): error is ApiError =>
  mayPass(error) || (error instanceof ApiError && error.status === 429)

/** Sends once, however often the network fails. */
export async function sendOnce(workspace: number, body: SendBody, key: string): Promise<SendAnswer> {
  for (let tries = 0; ; tries++) {
    try {
      const headers = { 'Idempotency-Key': key }
      return (await call('sms.sendMessage', { workspace, body }, { headers })).data
    } catch (error) {
      const seconds = isPassing(error) ? (error.retryAfterSeconds ?? 0) : Infinity
      const pauseMs = retryMs[tries]
      if (pauseMs === undefined || seconds > waitSecondsMax) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, seconds * 1000)))
    }
  }
}

/** Sends to one phone. Its thread shows the text at once, and no longer if the send fails. */
export async function sendInThread(
  workspace: number,
  phone: string,
  body: SendBody,
  key: string,
): Promise<SendAnswer> {
  const pending = { key, workspace, phone, body: body.body, at: new Date().toISOString() }
  pendingTexts.set([...pendingTexts.get(), pending])
  try {
    const answer = await sendOnce(workspace, body, key)
    for (const message of answer.messages) showText(workspace, message)
    return answer
  } finally {
    pendingTexts.set(pendingTexts.get().filter((each) => each !== pending))
  }
}
