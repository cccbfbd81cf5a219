import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { deleteHandoffs } from './history-store.ts'

const batchMax = 10_000
const keptMs = 90 * 24 * 60 * 60 * 1000

/** Forgets what happened to messages three months ago. */
export const purgeHandoffs = defineJob({
  name: 'purge-sms-handoffs',
  input: z.object({}),
  every: '11 3 * * *',
  attemptsMax: 3,

  async run(_payload, { database, clock }) {
    const before = new Date(clock.now().getTime() - keptMs)
    let removed = batchMax
    while (removed === batchMax) removed = await deleteHandoffs(database, before, batchMax)
  },
})
