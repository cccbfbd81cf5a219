import type { Context } from '../../api/context.ts'
import { SecretUnreadable } from '../../platform/secrets/vault.ts'
import { openSecret } from '../webhook/secret.ts'
import type { DeliveryIds, FoundDelivery } from './find-store.ts'
import { messageOf, unsignedMessageOf, type DeliveryMessage } from './message.ts'

export interface ShownRequest extends DeliveryMessage {
  /** Null before the first attempt: nothing is signed for a reader, who could send it themselves. */
  readonly sentAt: Date | null
}

/** The request of the last attempt as it was sent, or that of the first one as of now. */
export function requestOf(
  { clock, vault }: Pick<Context, 'clock' | 'vault'>,
  { workspaceId, webhookId }: Pick<DeliveryIds, 'workspaceId' | 'webhookId'>,
  delivery: FoundDelivery,
): ShownRequest {
  const { sent_at: sentAt, sealed_secret } = delivery
  const event = { ...delivery, workspaceId }
  if (!sentAt) return { sentAt, ...unsignedMessageOf(event, clock.now()) }
  try {
    return { sentAt, ...messageOf(event, openSecret(vault, { id: webhookId, sealed_secret }), sentAt) }
  } catch (error) {
    if (error instanceof SecretUnreadable) return { sentAt, ...unsignedMessageOf(event, sentAt) }
    throw error
  }
}
