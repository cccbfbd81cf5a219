import type { Context } from '../api/context.ts'
import type { Running } from './loop.ts'
import { startExpiry } from './queue/expire-messages.ts'
import { startSimulator } from './simulator/simulator.ts'

/** Everything of the SMS service that runs by itself, for the worker role. */
export function startSmsLoops(context: Context): Running {
  const loops = [startSimulator(context), startExpiry(context)]
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) }
}
