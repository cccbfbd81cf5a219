import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { OperatorError } from '../platform/operator-error.ts'

/** The time between the signal to stop and the stop, in which balancers send their requests elsewhere. */
export interface Drain {
  readonly begun: () => boolean
  /** For `/readyz`. */
  readonly check: () => Promise<void>
  /** Resolves when the time is over. */
  readonly run: (seconds: number) => Promise<void>
}

export function openDrain(): Drain {
  let begun = false
  return {
    begun: () => begun,
    check: async () => {
      if (begun) throw new OperatorError('This process was told to stop; send requests to another one.')
    },
    run: (seconds) => {
      begun = true
      return delay(seconds * 1000)
    },
  }
}

/** A busy origin might never find a turn in which nobody connects. */
const turnsMax = 1000

/**
 * Closes an origin when nobody waits to be accepted, for closing cuts those who do. Node accepts one connection in each turn of
 * its loop, so the first turn without one is the moment. Then running requests are finished.
 */
export async function closeGently(app: FastifyInstance): Promise<void> {
  let accepted = true
  const onConnection = () => (accepted = true)
  app.server.on('connection', onConnection)
  for (let turn = 0; turn < turnsMax && accepted; turn++) {
    accepted = false
    await nextTurn()
  }
  app.server.close()
  app.server.off('connection', onConnection)
  await app.close()
}
