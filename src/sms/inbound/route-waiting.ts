import { defineLoop } from '../../api/loop.ts'
import { queueChannel } from '../lanes.ts'
import { routeText } from './route-text.ts'
import { waitingInbound } from './store.ts'

const pauseMs = 5000
const batchMax = 100

/** Texts are routed as soon as they are stored, so one of this age was left behind by a crash. */
const leftBehindMs = 5000

/** Routes texts that a crash left unrouted. One that fails does not block the others. */
export const routeWaiting = defineLoop({
  name: 'route-waiting-texts',
  pauseMsMax: pauseMs,
  async run({ clock, database, notifications }) {
    const storedBefore = new Date(clock.now().getTime() - leftBehindMs)
    const ids = await waitingInbound(database, storedBefore, batchMax)
    const failures: unknown[] = []
    for (const id of ids) {
      await database
        .transaction((tx) => routeText(tx, clock, id))
        .catch((error: unknown) => failures.push(error))
    }
    if (ids.length > 0) notifications.notify(queueChannel)
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} texts cannot be routed`)
    return ids.length === batchMax ? 0 : pauseMs
  },
})
