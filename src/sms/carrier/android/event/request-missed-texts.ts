import type { Context } from '../../../../api/context.ts'
import { type PhoneWithGap, takeMissedTexts } from '../phone/texts-store.ts'

/** A connection may be dead for a while before that is noticed, and the time of a text is that of its network. */
const marginMs = 3_600_000
/** Older texts are not recognised as repeats any more: docs/phones.md#what-is-handed-over. */
const windowMsMax = 28 * 24 * 3_600_000

/** What a phone is asked to post again: the texts of its inbox since it was last there, and none from before it was enrolled. */
export function windowOf({ textsSince, enrolledAt }: PhoneWithGap, now: Date): { since: Date; until: Date } {
  const sinceMs = Math.max(textsSince.getTime() - marginMs, enrolledAt.getTime(), now.getTime() - windowMsMax)
  return { since: new Date(sinceMs), until: now }
}

/** Asks phones that were away, or could not reach us, for the texts that they got in the meantime. What is here is recognised. */
export async function requestMissedTexts(
  { database, clock, streams }: Pick<Context, 'database' | 'clock' | 'streams'>,
  deviceIds: readonly string[],
): Promise<void> {
  const now = clock.now()
  for (const phone of await takeMissedTexts(database, deviceIds, now)) {
    const { since, until } = windowOf(phone, now)
    streams.send(phone.deviceId, 'MessagesExportRequested', {
      since: since.toISOString(),
      until: until.toISOString(),
      messageTypes: 'SMS',
      triggerWebhooks: 'true',
    })
  }
}
