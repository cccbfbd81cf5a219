import type { Context } from '../../api/context.ts'
import { SecretUnreadable } from '../../platform/secrets/vault.ts'
import { openSecret } from '../webhook/secret.ts'
import { messageOf } from './message.ts'
import type { AttemptResult, TakenDelivery } from './model.ts'
import { failureOf, resultOf, sentences } from './rules.ts'

/** Makes one attempt with a fresh timestamp and signature. Call it outside of transactions. */
export async function deliver(
  { clock, outgoing, vault }: Pick<Context, 'clock' | 'outgoing' | 'vault'>,
  delivery: TakenDelivery,
): Promise<AttemptResult> {
  const { webhookId, sealedSecret, url } = delivery
  let secret: string
  try {
    secret = openSecret(vault, { id: webhookId, sealed_secret: sealedSecret })
  } catch (error) {
    if (error instanceof SecretUnreadable) return { status: null, error: sentences.unreadable }
    throw error
  }
  const message = messageOf(delivery, secret, clock.now())
  const answer = await outgoing.request({ method: 'POST', url, reach: 'public', keepAlive: true, ...message })
  return answer.answered ? resultOf(answer.status) : failureOf(answer.reason)
}
