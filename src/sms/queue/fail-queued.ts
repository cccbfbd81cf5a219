import type { Transaction } from '../../platform/database/database.ts'
import { failOldestQueued } from '../message/end-store.ts'

const batch = 5000

const maybeSent = {
  code: 'outcome_unknown',
  message: 'Bureau was restored from a backup. The message may have been sent after the backup was made.',
}

/**
 * Fails what was queued in a restored backup, because a number may have sent it since then. What a number had taken stays:
 * the phone knows it by its ID, and sends nothing twice. Resolves with how many failed.
 */
export async function failQueued(tx: Transaction): Promise<number> {
  for (let failed = 0; ;) {
    const count = await failOldestQueued(tx, maybeSent, batch)
    failed += count
    if (count < batch) return failed
  }
}
