import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { deleteRouted } from './store.ts'

const batchMax = 1000
/** A phone that was off hands over its texts again when it is back; none is off for longer than this. */
const keptMs = 30 * 24 * 60 * 60 * 1000

/** Forgets by what texts are recognised that were routed a month ago. The texts themselves are messages by then. */
export const purgeInbound = defineJob({
  name: 'purge-sms-inbound',
  input: z.object({}),
  every: '41 3 * * *',
  attemptsMax: 3,

  async run(_payload, { database, clock }) {
    const before = new Date(clock.now().getTime() - keptMs)
    let removed = batchMax
    while (removed === batchMax) removed = await deleteRouted(database, before, batchMax)
  },
})
