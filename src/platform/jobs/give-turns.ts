import { defineLoop } from './loop.ts'
import { endLostTurns, giveTurns, openLines, turnsChannel } from './turns.ts'

const pauseMs = 5000
const retryMs = 1000
const linesMax = 500

export const giveTurnsAgain = defineLoop({
  name: 'give-turns',
  wokenBy: turnsChannel,
  pauseMsMax: pauseMs,
  async run({ clock, database }) {
    await endLostTurns(database)
    const now = clock.now()
    const lines = await openLines(database, linesMax)
    const due = lines.filter(({ runAt }) => runAt <= now)
    for (const line of due) await database.transaction((tx) => giveTurns(tx, line))
    if (due.length > 0) return due.length === linesMax ? 0 : retryMs
    return lines[0] ? lines[0].runAt.getTime() - now.getTime() : pauseMs
  },
})
