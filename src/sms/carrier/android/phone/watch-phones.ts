import { defineLoop } from '../../../../api/loop.ts'
import { onlineMsMax } from './model.ts'
import { dropSilent } from './store.ts'

const pauseMs = 10_000

export const watchPhones = defineLoop({
  name: 'watch-phones',
  pauseMsMax: pauseMs,
  async run({ clock, database }) {
    const now = clock.now()
    await dropSilent(database, new Date(now.getTime() - onlineMsMax), now)
    return pauseMs
  },
})
