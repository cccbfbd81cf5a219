import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { deliveryWords } from '../../words/words.ts'
import type { Workspace } from '../session/session.ts'
import { lockedReason, type Delivery, type Webhook } from './webhooks.ts'

const { again: words } = deliveryWords

/** Why a delivery cannot be sent again now. */
export function againReason(
  workspace: Workspace,
  { active }: Webhook,
  { status }: Pick<Delivery, 'status'>,
): string | undefined {
  const locked = lockedReason(workspace)
  if (locked !== undefined) return locked
  if (status === 'pending') return words.pending
  return active ? undefined : words.inactive
}

export async function sendAgain(workspace: number, webhook: number, delivery: number): Promise<void> {
  try {
    await call('resendDelivery', { workspace, id: webhook, delivery })
    toast.say(words.queued(delivery))
    await invalidate(workspace, 'deliveries')
  } catch (error) {
    toast.fail(error)
  }
}
