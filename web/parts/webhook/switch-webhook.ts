import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { webhookWords } from '../../words/words.ts'
import type { Webhook } from './webhooks.ts'

/** Takes effect at once. */
export async function switchWebhook(workspace: number, { id, active }: Webhook): Promise<void> {
  try {
    await call('files.updateWebhook', { workspace, id, body: { active: !active } })
    toast.say(active ? webhookWords.switchedOff : webhookWords.switchedOn)
    await invalidate(workspace, 'webhooks')
  } catch (error) {
    toast.fail(error)
  }
}
