import { createHmac } from 'node:crypto'
import type { Context } from '../../api/context.ts'
import { SecretUnreadable } from '../../platform/secrets/vault.ts'
import { openSecret } from '../webhook/secret.ts'
import type { Result, TakenDelivery } from './model.ts'
import { failureOf, resultOf, sentences } from './rules.ts'

const userAgent = 'Bureau-Webhooks/1.0'

/** Lower-case hex HMAC-SHA256 of a body, keyed with the characters of the secret: docs/api/files.md#events. */
export const signatureOf = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/** The body of an attempt that is made at `at`. The payload goes in as PostgreSQL writes it. */
export const bodyOf = ({ event, workspaceId, data }: TakenDelivery, at: Date): string =>
  `{"event":${JSON.stringify(event)},"workspace_id":${workspaceId},"timestamp":"${at.toISOString()}","data":${data}}`

/** One attempt: stamped, signed and sent anew, outside of any transaction. */
export async function deliver(
  { clock, outgoing, vault }: Pick<Context, 'clock' | 'outgoing' | 'vault'>,
  delivery: TakenDelivery,
): Promise<Result> {
  const { webhookId, sealedSecret, event, id, url } = delivery
  const body = bodyOf(delivery, clock.now())
  let signature: string
  try {
    signature = signatureOf(openSecret(vault, { id: webhookId, sealed_secret: sealedSecret }), body)
  } catch (error) {
    if (error instanceof SecretUnreadable) return { status: null, error: sentences.unreadable }
    throw error
  }
  const answer = await outgoing.request({
    method: 'POST',
    url,
    reach: 'public',
    keepAlive: true,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': userAgent,
      'X-Service-Event': event,
      'X-Service-Signature': signature,
      'X-Service-Delivery': String(id),
    },
    body,
  })
  return answer.answered ? resultOf(answer.status) : failureOf(answer.reason)
}
