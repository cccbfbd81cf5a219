import { createHmac } from 'node:crypto'
import type { TakenDelivery } from './model.ts'

const userAgent = 'Bureau-Webhooks/1.0'

type Told = Pick<TakenDelivery, 'id' | 'event' | 'workspaceId' | 'data'>

/** The key of an HMAC is the secret as text: its 64 characters, not the bytes that they stand for. */
const hmacOf = (secret: string, text: string) => createHmac('sha256', secret).update(text)

/** Lower-case hex HMAC-SHA256 of a body: docs/webhooks.md#signature. */
export const signatureOf = (secret: string, body: string): string => hmacOf(secret, body).digest('hex')

/** The body of an attempt that is made at `at`. The payload goes in as PostgreSQL writes it. */
const bodyOf = ({ event, workspaceId, data }: Told, at: Date): string =>
  `{"event":${JSON.stringify(event)},"workspace_id":${workspaceId},"timestamp":"${at.toISOString()}","data":${data}}`

/** What an attempt at `at` sends: stamped and signed anew, with the same id. */
export function messageOf(
  told: Told,
  secret: string,
  at: Date,
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const body = bodyOf(told, at)
  const seconds = Math.floor(at.getTime() / 1000)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': userAgent,
    'X-Service-Event': told.event,
    'X-Service-Signature': signatureOf(secret, body),
    'X-Service-Delivery': String(told.id),
    // Standard Webhooks, for receivers that have its library. It signs the id too.
    'Webhook-Id': String(told.id),
    'Webhook-Timestamp': String(seconds),
    'Webhook-Signature': `v1,${hmacOf(secret, `${told.id}.${seconds}.${body}`).digest('base64')}`,
  }
  return { headers, body }
}
