import type { Job } from '../api/job.ts'
import { carriers } from './carriers.ts'
import { deleteForgotten, keptDays } from './idempotency/store.ts'
import { deleteRouted } from './inbound/store.ts'
import { purgeMessages } from './message/purge-messages.ts'
import { deleteChanges } from './number/change-store.ts'
import { purgeJob } from './purge-job.ts'
import { deleteHandoffs } from './queue/history-store.ts'
import { checkUsage } from './usage/check-usage.ts'

export const jobs: readonly Job[] = [
  purgeJob({ name: 'purge-sms-answers', every: '23 * * * *', keptDays, deletions: [deleteForgotten] }),
  // A phone that was off hands over its texts again when it is back.
  purgeJob({ name: 'purge-sms-inbound', every: '41 3 * * *', keptDays: 30, deletions: [deleteRouted] }),
  purgeJob({
    name: 'purge-sms-handoffs',
    every: '11 3 * * *',
    keptDays: 90,
    batchMax: 10_000,
    deletions: [deleteHandoffs],
  }),
  purgeJob({ name: 'purge-number-changes', every: '17 3 * * *', keptDays: 30, deletions: [deleteChanges] }),
  purgeMessages,
  checkUsage,
  ...carriers.flatMap((carrier) => carrier.jobs),
]
