import type { Loop } from '../api/loop.ts'
import { expireMessages } from './queue/expire-messages.ts'
import { simulatePhones } from './simulator/simulator.ts'

/** What the SMS service does again and again. */
export const loops: readonly Loop[] = [simulatePhones, expireMessages]
