import type { Context } from '../../api/context.ts'
import { startLoops } from '../../platform/jobs/loop.ts'
import { checkViewersLoop } from './check-viewers.ts'

/** Sends what processes and triggers tell of to the streams of this process. Returns a function that ends them. */
export function startChangeStreams(context: Context): () => Promise<void> {
  const { changeStreams, notifications } = context
  const forget = [
    notifications.onChanges((changes) => {
      for (const change of changes) changeStreams.tell(change)
    }),
    // Changes were lost, so clients have to reconnect and refetch.
    notifications.onConnection(changeStreams.endAll),
  ]
  const loops = startLoops({ loops: [checkViewersLoop(context)], context })
  return async () => {
    changeStreams.close()
    for (const stop of forget) stop()
    await loops.stop()
  }
}
