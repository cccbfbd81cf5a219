import { loggedIn } from '../../../identity/schemes/session.ts'
import { readQueues } from '../../../platform/jobs/queue-state.ts'
import { countMails } from '../../../platform/mail/store.ts'
import { diskOf } from '../../../platform/operations/disk-collector.ts'
import { version } from '../../../platform/version.ts'
import { countUnrouted } from '../../../sms/inbound/unrouted-store.ts'
import { countStates } from '../../../sms/inventory/count-states.ts'
import { examine } from '../../doctor/checks.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { InstallationHealth } from './model.ts'

const dayMs = 24 * 60 * 60 * 1000

export const getInstallationHealth = console.endpoint('getInstallationHealth', {
  method: 'GET',
  path: '/operator/health',
  summary: 'Check the installation',
  description:
    'The checks of `bureau doctor` that make sense inside the server, with queues, mail, and storage.',
  who: loggedIn,
  result: InstallationHealth,
  problems: ['operator_required'],
  permit: operatorsOnly,

  async handle(_input, context) {
    const { clock, database, mail, settings } = context
    const { dataDir, blobsDirectory, toldOrigins } = settings
    const now = clock.now()
    // Every request of a session counts in Redis, so it needs no check here.
    const installed = { dataDir, blobsDirectory, toldOrigins, redisUrl: undefined }
    const [checks, queues, { waiting, failed }, disk, states, unrouted] = await Promise.all([
      examine({ ...context, ...installed, serverRuns: true }),
      readQueues(database, now),
      countMails(database, new Date(now.getTime() - dayMs)),
      blobsDirectory === undefined ? undefined : diskOf(blobsDirectory),
      countStates(database),
      countUnrouted(database),
    ])
    const sum = (state: 'online' | 'offline' | 'paused') =>
      states.reduce((total, each) => total + each[state], 0)
    return {
      version,
      at: now.toISOString(),
      checks: checks.map(({ name, ok, warning, detail }) => ({
        name,
        state: ok ? (warning ? ('warning' as const) : ('ok' as const)) : ('failed' as const),
        found: detail,
      })),
      queues: queues.map(({ queue, jobs, ageSeconds }) => ({ name: queue, jobs, age_seconds: ageSeconds })),
      mail: { mode: mail.mode, waiting, failed },
      numbers: { online: sum('online'), offline: sum('offline'), paused: sum('paused') },
      unrouted,
      storage: disk ? { free_bytes: disk.bavail * disk.bsize, size_bytes: disk.blocks * disk.bsize } : null,
    }
  },
})
