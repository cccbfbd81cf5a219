import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { sealEin } from './ein.ts'
import { findUnsealedEins } from './store.ts'

const batchRows = 500

/** An earlier version stored employer numbers in plain text. */
export const sealEins = defineJob({
  name: 'seal-eins',
  input: z.object({}),
  every: '7 * * * *',
  attemptsMax: 3,
  async run(_payload, { database, vault }) {
    for (;;) {
      const sealed = await database.transaction(async (tx) => {
        const unsealed = await findUnsealedEins(tx, batchRows)
        for (const { id, ein } of unsealed) await sealEin(tx, vault, id, ein)
        return unsealed.length
      })
      if (sealed < batchRows) return
    }
  },
})
