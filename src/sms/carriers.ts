import type { Carrier } from './carrier/carrier.ts'
import { simulator } from './carrier/simulator/carrier.ts'

/** The ways to the telephone network. */
export const carriers: readonly Carrier[] = [simulator]
