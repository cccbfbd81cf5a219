import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { deleteEnded } from './purge-store.ts'

const batchMax = 1000
const keptMs = 30 * 24 * 60 * 60 * 1000

export const purgeDeliveries = defineJob({
  name: 'purge-webhook-deliveries',
  input: z.object({}),
  every: '23 2 * * *',
  attemptsMax: 3,

  async run(_payload, { database, clock }) {
    const before = new Date(clock.now().getTime() - keptMs)
    while ((await deleteEnded(database, before, batchMax)) > 0);
  },
})
