import { createHmac } from 'node:crypto'
import type { TakenDelivery } from './model.ts'

const userAgent = 'Bureau-Webhooks/1.0'

export type EventToSend = Pick<TakenDelivery, 'id' | 'event' | 'workspaceId' | 'data'> &
  Partial<Pick<TakenDelivery, 'test'>>

/** The key is the secret's 64 characters, not the bytes that they encode. */
const hmacOf = (secret: string, text: string) => createHmac('sha256', secret).update(text)

/** Lower-case hex HMAC-SHA256 of a body: docs/webhooks.md#signature. */
export const signatureOf = (secret: string, body: string): string => hmacOf(secret, body).digest('hex')

/** `data` is JSON as PostgreSQL writes it. */
const bodyOf = ({ event, workspaceId, data, test }: EventToSend, at: Date): string =>
  `{"event":${JSON.stringify(event)},"workspace_id":${workspaceId},"timestamp":"${at.toISOString()}",` +
  `${test ? '"test":true,' : ''}"data":${data}}`

export interface DeliveryMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A message without its signatures and the time that they cover. */
export const unsignedMessageOf = (event: EventToSend, at: Date): DeliveryMessage => ({
  headers: {
    'Content-Type': 'application/json',
    'User-Agent': userAgent,
    'X-Service-Event': event.event,
    'X-Service-Delivery': String(event.id),
    // For receivers that use a Standard Webhooks library; it signs the id too.
    'Webhook-Id': String(event.id),
  },
  body: bodyOf(event, at),
})

/** The request of an attempt at `at`: docs/webhooks.md#signature. */
export function messageOf(event: EventToSend, secret: string, at: Date): DeliveryMessage {
  const { headers: unsigned, body } = unsignedMessageOf(event, at)
  const seconds = Math.floor(at.getTime() / 1000)
  const headers = {
    ...unsigned,
    'X-Service-Signature': signatureOf(secret, body),
    'Webhook-Timestamp': String(seconds),
    'Webhook-Signature': `v1,${hmacOf(secret, `${event.id}.${seconds}.${body}`).digest('base64')}`,
  }
  return { headers, body }
}
