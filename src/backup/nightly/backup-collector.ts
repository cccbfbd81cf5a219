import type { Collector } from '../../api/collector.ts'
import type { Context } from '../../api/context.ts'
import { defineCollector } from '../../platform/operations/collector.ts'
import { findFirstMigration, findLastGood, findLastTry } from '../store.ts'

/** Missing while nightly backups are off. */
export const backupCollector: Collector = defineCollector<Context>({
  gauges: {
    backup_last_success_timestamp_seconds:
      'When the last good backup was complete; before the first one, when the installation was made.',
    backup_last_bytes: 'Size of the archive of the last good backup, without the blobs beside it.',
    backup_failed: 'Whether the last try to make a backup failed: 1 or 0.',
  },
  labels: [],
  read: async ({ database, settings }) => {
    if (!settings.backups.location) return []
    const [good, last] = await Promise.all([findLastGood(database), findLastTry(database)])
    const since = good?.ended_at ?? (await findFirstMigration(database)).at
    const values = {
      backup_last_success_timestamp_seconds: since.getTime() / 1000,
      backup_last_bytes: good?.size_bytes ?? 0,
      backup_failed: last?.error == null ? 0 : 1,
    }
    return [{ labels: {}, values }]
  },
})
