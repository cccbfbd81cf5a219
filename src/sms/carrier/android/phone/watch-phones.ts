import type { Loop } from '../../../../api/loop.ts'
import { alertOperator } from '../alert/alert-operator.ts'
import { onlineMsMax } from './model.ts'
import { dropSilent } from './store.ts'

const pauseMs = 10_000

/** After a start, phones that could not reach Bureau call again within a minute. */
const calmMs = 2 * 60_000

export function watchPhones(): Loop {
  let watchedSince: number | undefined
  return {
    name: 'watch-phones',
    pauseMsMax: pauseMs,
    async run(context) {
      await context.database.transaction(async (tx) => {
        const now = tx.now()
        watchedSince ??= now.getTime()
        await dropSilent(tx, new Date(now.getTime() - onlineMsMax), now)
        if (now.getTime() - watchedSince >= calmMs) await alertOperator(tx, context)
      })
      return pauseMs
    },
  }
}
