import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { deleteMessages } from './purge-store.ts'

const dayMs = 86_400_000
const batchRows = 5000
const batchesMax = 400

export const purgeMessages = defineJob({
  name: 'purge-sms-messages',
  input: z.object({}),
  every: '53 * * * *',
  attemptsMax: 3,

  async run(_payload, { clock, database, settings }) {
    const before = new Date(clock.now().getTime() - settings.messageDays * dayMs)
    let afterId: number | null = 0
    for (let batch = 0; batch < batchesMax && afterId !== null; batch++)
      ({ lastId: afterId } = await deleteMessages(database, before, { afterId, countMax: batchRows }))
  },
})
