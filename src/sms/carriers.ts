import type { Carrier } from './carrier/carrier.ts'
import { simulator } from './simulator/ask-after.ts'

/** The ways to the telephone network. */
export const carriers: readonly Carrier[] = [simulator]
