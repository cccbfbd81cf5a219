import { defineCollector } from '../operations/collector.ts'
import { readQueues } from './queue-state.ts'

export const queueCollector = defineCollector({
  gauges: {
    job_queue_depth: 'Jobs that are due and have not begun, counted up to ten thousand.',
    job_queue_age_seconds: 'How long the oldest of the counted jobs has been due.',
  },
  labels: ['queue'],
  read: async ({ database, clock }) =>
    (await readQueues(database, clock.now())).map(({ queue, jobs, ageSeconds }) => ({
      labels: { queue },
      values: { job_queue_depth: jobs, job_queue_age_seconds: ageSeconds },
    })),
})
