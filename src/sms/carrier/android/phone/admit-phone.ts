import type { Context } from '../../../../api/context.ts'
import type { FindDevice } from '../../../../identity/schemes/device.ts'
import { queueChannel } from '../../../lanes.ts'
import { digestOf } from './secrets.ts'
import { findByToken, noteContact, type PhoneRow } from './store.ts'

const noteMs = 20_000

/** Finds the phone of a token. Not cached, because tokens are revoked. */
export const admitPhone =
  (context: Pick<Context, 'database' | 'clock' | 'notifications'>): FindDevice =>
  async (token) => {
    const phone = await findByToken(context.database, digestOf(token))
    if (!phone || phone.device_id === null) return undefined
    await recordContact(context, phone)
    return { kind: 'device', numberId: phone.number_id, deviceId: phone.device_id }
  }

export async function recordContact(
  { database, clock, notifications }: Pick<Context, 'database' | 'clock' | 'notifications'>,
  phone: Pick<PhoneRow, 'device_id' | 'last_seen_at' | 'online' | 'paused'>,
): Promise<void> {
  const now = clock.now()
  const heardAgoMs = now.getTime() - (phone.last_seen_at?.getTime() ?? 0)
  if (phone.device_id === null || (heardAgoMs < noteMs && (phone.online || phone.paused))) return
  if ((await noteContact(database, [phone.device_id], now)) > 0) notifications.notify(queueChannel)
}
