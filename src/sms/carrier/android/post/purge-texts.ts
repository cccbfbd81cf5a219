import { z } from 'zod'
import { defineJob } from '../../../../api/job.ts'
import { deleteTexts } from './store.ts'

const batchMax = 1000
/** As long as sms.inbound recognises repeats. */
const keptMs = 30 * 24 * 3_600_000

/** Forgets the ids of texts that phones posted a month ago. */
export const purgeTexts = defineJob({
  name: 'purge-phone-texts',
  input: z.object({}),
  every: '47 3 * * *',
  attemptsMax: 3,

  async run(_payload, { database, clock }) {
    const before = new Date(clock.now().getTime() - keptMs)
    let removed = batchMax
    while (removed === batchMax) removed = await deleteTexts(database, before, batchMax)
  },
})
