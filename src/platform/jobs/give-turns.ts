import { defineLoop } from './loop.ts'
import { endLostTurns, giveTurns, readyLines } from './turns.ts'

const pauseMs = 1000
const linesMax = 500

/** Gives the turns that are still free: of jobs that became due, and of those whose process died. */
export const giveTurnsAgain = defineLoop({
  name: 'give-turns',
  pauseMsMax: pauseMs,
  async run({ clock, database }) {
    await endLostTurns(database)
    const lines = await readyLines(database, clock.now(), linesMax)
    for (const line of lines) await database.transaction((tx) => giveTurns(tx, line))
    return lines.length === linesMax ? 0 : pauseMs
  },
})
