import type { Context } from '../../api/context.ts'
import { defineLoop } from '../../api/loop.ts'
import { carriers } from '../carriers.ts'
import { queueChannel } from '../lanes.ts'
import { reportProgress } from '../queue/report-progress.ts'
import { expired, isUnknown, outcomeUnknown, queryAfterMs } from './rules.ts'
import { type UnreportedMessage, unreportedMessages } from './store.ts'

const pauseMs = 30_000
const messagesOfNumberMax = 200

export const reconcileMessages = defineLoop({
  name: 'reconcile-messages',
  pauseMsMax: pauseMs,
  async run(context) {
    const { database, clock, notifications } = context
    const now = clock.now()
    const takenBefore = new Date(now.getTime() - queryAfterMs)
    const found = await unreportedMessages(database, { takenBefore, now, countMax: messagesOfNumberMax })
    if (found.length === 0) return pauseMs
    const { yes: late = [], no: unreported = [] } = Object.groupBy(found, ({ isLate }) =>
      isLate ? 'yes' : 'no',
    )
    const answers = await queryCarriers(context, unreported)
    const known = new Set(answers.map(({ messageId }) => messageId))
    const unknown = unreported.filter((message) => !known.has(message.id) && isUnknown(message, now))
    const reports = [
      ...answers,
      ...unknown.map((message) => outcomeUnknown(message, now)),
      ...late.map((message) => expired(message, now)),
    ]
    if (reports.length > 0) {
      await database.transaction((tx) => reportProgress(tx, reports))
      // Their numbers have room for others.
      notifications.notify(queueChannel)
    }
    return pauseMs
  },
})

async function queryCarriers(context: Context, unreported: readonly UnreportedMessage[]) {
  const ofCarrier = Map.groupBy(unreported, ({ carrier }) => carrier)
  const answers = await Promise.all(
    carriers.map(
      async ({ name, queryStatus }) => (await queryStatus?.(context, ofCarrier.get(name) ?? [])) ?? [],
    ),
  )
  return answers.flat()
}
