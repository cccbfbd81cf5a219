import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { differingUsage } from './store.ts'

/** A charge is refunded within a week at most, when its message expires. */
const checkedMs = 8 * 24 * 60 * 60 * 1000

const loggedMax = 20

export const checkUsage = defineJob({
  name: 'check-sms-usage',
  input: z.object({}),
  every: '17 4 * * *',
  attemptsMax: 3,

  async run(_payload, { database, clock, log }) {
    const from = new Date(clock.now().getTime() - checkedMs)
    from.setUTCHours(0, 0, 0, 0)
    const differences = await differingUsage(database, from)
    if (differences.length === 0) return
    const fields = { days: differences.length, differences: differences.slice(0, loggedMax) }
    log.error(fields, 'The usage ledger differs from the messages or from the usage of accounts.')
  },
})
