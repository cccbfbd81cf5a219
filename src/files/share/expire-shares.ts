import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { shareExpired } from './events.ts'
import { toShare } from './model.ts'
import { expireShares as expire } from './store.ts'
import { emit } from '../../platform/outbox/emit.ts'

const batchShares = 200
const batchesMax = 100

/** Reads show the expiry at once; this makes it permanent and emits the event. */
export const expireShares = defineJob({
  name: 'expire-shares',
  input: z.object({}),
  every: '* * * * *',
  attemptsMax: 3,
  async run(_payload, context) {
    for (let batch = 0; batch < batchesMax; batch++) {
      const expired = await context.database.transaction(async (tx) => {
        const shares = await expire(tx, context.clock.now(), batchShares)
        for (const share of shares) await emit(tx, shareExpired(share.workspace_id, toShare(share, context)))
        return shares.length
      })
      if (expired < batchShares) return
    }
  },
})
