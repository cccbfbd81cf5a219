import type { Context } from '../../../api/context.ts'
import type { FindDevice } from '../../../identity/schemes/device.ts'
import { queueChannel } from '../../queue/model.ts'
import { digestOf } from './secrets.ts'
import { findByToken, noteContact, type PhoneRow } from './store.ts'

/** Contact is written down this often at most. */
const noteMs = 20_000

/** Finds the phone with a token and notes that it was heard of. The token is looked up each time: it may be revoked. */
export const admitPhone =
  (context: Pick<Context, 'database' | 'clock' | 'signals'>): FindDevice =>
  async (token) => {
    const phone = await findByToken(context.database, digestOf(token))
    if (!phone || phone.device_id === null) return undefined
    await hearOf(context, phone)
    return { kind: 'device', numberId: phone.number_id, deviceId: phone.device_id }
  }

/** Notes contact with a phone, which puts its number online. */
export async function hearOf(
  { database, clock, signals }: Pick<Context, 'database' | 'clock' | 'signals'>,
  phone: Pick<PhoneRow, 'device_id' | 'last_seen_at' | 'online' | 'paused'>,
): Promise<void> {
  const now = clock.now()
  const heardAgoMs = now.getTime() - (phone.last_seen_at?.getTime() ?? 0)
  if (phone.device_id === null || (heardAgoMs < noteMs && (phone.online || phone.paused))) return
  if ((await noteContact(database, [phone.device_id], now)) > 0) signals.publish(queueChannel)
}
