import type { Context } from '../../api/context.ts'
import { defineLoop } from '../../api/loop.ts'
import { carriers } from '../carriers.ts'
import { queueChannel } from '../lanes.ts'
import { reportProgress } from '../queue/report-progress.ts'
import { askAfterMs, expired, isUnknown, outcomeUnknown } from './rules.ts'
import { unreportedMessages } from './store.ts'

const pauseMs = 30_000
/** Of one number; its oldest. */
const countMax = 200

/**
 * Asks carriers after messages that they did not tell of for minutes, and ends those that nobody will tell of any more, or
 * that wait for another attempt past their time.
 */
export const settleUnreported = defineLoop({
  name: 'settle-unreported',
  pauseMsMax: pauseMs,
  async run(context) {
    await settle(context)
    return pauseMs
  },
})

async function settle(context: Context): Promise<void> {
  const { database, clock, signals } = context
  const now = clock.now()
  const takenBefore = new Date(now.getTime() - askAfterMs)
  const found = await unreportedMessages(database, { takenBefore, now, countMax })
  if (found.length === 0) return
  const { yes: late = [], no: unreported = [] } = Object.groupBy(found, ({ isLate }) =>
    isLate ? 'yes' : 'no',
  )
  const ofCarrier = Map.groupBy(unreported, ({ carrier }) => carrier)
  const answers = await Promise.all(
    carriers.map(async ({ name, askAfter }) => (await askAfter?.(context, ofCarrier.get(name) ?? [])) ?? []),
  )
  const told = new Set(answers.flat().map(({ messageId }) => messageId))
  const unknown = unreported.filter((message) => !told.has(message.id) && isUnknown(message, now))
  const reports = [
    ...answers.flat(),
    ...unknown.map((message) => outcomeUnknown(message, now)),
    ...late.map((message) => expired(message, now)),
  ]
  if (reports.length === 0) return
  await database.transaction((tx) => reportProgress(tx, reports))
  // Their numbers have room for others.
  signals.publish(queueChannel)
}
