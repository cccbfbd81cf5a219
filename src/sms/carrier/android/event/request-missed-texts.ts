import type { Context } from '../../../../api/context.ts'
import { type PhoneWithGap, takeMissedTexts } from '../phone/texts-store.ts'

/** For a dead connection that nobody has noticed yet, and for texts that carry the time of their network. */
const marginMs = 3_600_000
/** Older texts are not recognized as repeats: docs/phones.md#what-is-handed-over. */
const windowMsMax = 28 * 24 * 3_600_000

export function windowOf({ textsSince, enrolledAt }: PhoneWithGap, now: Date): { since: Date; until: Date } {
  const sinceMs = Math.max(textsSince.getTime() - marginMs, enrolledAt.getTime(), now.getTime() - windowMsMax)
  return { since: new Date(sinceMs), until: now }
}

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
