import type { Context } from '../../api/context.ts'
import { SecretUnreadable } from '../../platform/secrets/vault.ts'
import { openSecret } from '../webhook/secret.ts'
import { messageOf } from './message.ts'
import type { AttemptRecord, TakenDelivery } from './model.ts'
import { excerptOf, failureOf, notSent, resultOf, sentences } from './rules.ts'

/** Makes one attempt with a fresh timestamp and signature. Call it outside of transactions. */
export async function deliver(
  { clock, outgoing, vault }: Pick<Context, 'clock' | 'outgoing' | 'vault'>,
  delivery: TakenDelivery,
): Promise<AttemptRecord> {
  const { webhookId, sealedSecret, url } = delivery
  let secret: string
  try {
    secret = openSecret(vault, { id: webhookId, sealed_secret: sealedSecret })
  } catch (error) {
    if (error instanceof SecretUnreadable) return notSent(sentences.unreadable)
    throw error
  }
  const sentAt = clock.now()
  const message = messageOf(delivery, secret, sentAt)
  const answer = await outgoing.request({ method: 'POST', url, reach: 'public', keepAlive: true, ...message })
  return answer.answered
    ? { ...resultOf(answer.status), sentAt, excerpt: excerptOf(answer.body) }
    : { ...failureOf(answer.reason), sentAt, excerpt: null }
}
