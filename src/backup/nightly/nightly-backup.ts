import { z } from 'zod'
import type { Context } from '../../api/context.ts'
import { defineJob, type Job } from '../../api/job.ts'
import { monotonicMs } from '../../platform/clock.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { createBackup, damagedSentence } from '../create-backup.ts'
import { targetAt } from '../place.ts'
import { nightlyLabel } from '../target/archive-name.ts'

const attemptsMax = 3
const retryAfterMs = 60 * 60 * 1000

const input = z.object({ attempt: z.int().min(1).max(attemptsMax).default(1) })
type Payload = z.infer<typeof input>

interface NightlyBackup {
  readonly job: Job<Payload>
  /** Interrupts a backup that is being made. The next worker starts it again. */
  readonly stop: () => void
}

/** When nightly backups are off, the job only ends retries that were planned before. */
export function openNightlyBackup({ backups }: Context['settings']): NightlyBackup {
  const stopping = new AbortController()
  const { at, location } = backups
  const job: Job<Payload> = defineJob<Payload>({
    name: 'make-nightly-backup',
    input,
    ...(location && { every: `${at.minute} ${at.hour} * * *` }),
    attemptsMax,
    run: async ({ attempt }, context) => {
      if (!context.settings.backups.location) return
      if (await succeeds(context, stopping.signal, attempt)) return
      const runAt = new Date(context.clock.now().getTime() + retryAfterMs)
      const again = { attempt: attempt + 1 }
      await context.database.transaction((tx) =>
        enqueue(tx, job, again, { runAt, key: 'retry-nightly-backup' }),
      )
    },
  })
  return { job, stop: () => stopping.abort(new Error('The process stops.')) }
}

/** False: it has to be tried again. Throws only when the process stops. */
async function succeeds(context: Context, signal: AbortSignal, attempt: number): Promise<boolean> {
  const { log, settings } = context
  const { backups, dataDir } = settings
  const startedMs = monotonicMs()
  try {
    const target = await targetAt(undefined, { ...context, cwd: dataDir })
    try {
      const { blobs, keep, passphrase } = backups
      const options = { target, blobs, keep, passphrase, label: nightlyLabel, signal }
      const {
        name,
        place,
        size_bytes,
        damaged_blobs: damaged,
        ...made
      } = await createBackup(context, options)
      const seconds = Math.round((monotonicMs() - startedMs) / 1000)
      const fields = { name, place, size_bytes, blobs: made.blobs.count, seconds }
      if (damaged > 0) log.error({ ...fields, damaged }, damagedSentence(damaged))
      else log.info(fields, 'The nightly backup is complete.')
    } finally {
      target.close()
    }
    return true
  } catch (err) {
    if (signal.aborted) throw err
    const last = attempt === attemptsMax
    const outlook = last ? 'The next one is due tomorrow.' : 'It is tried again in an hour.'
    log.error({ err, attempt }, `The nightly backup failed. ${outlook}`)
    return last
  }
}
