import { android } from './carrier/android/carrier.ts'
import type { Carrier } from './carrier/carrier.ts'
import { simulator } from './carrier/simulator/carrier.ts'
import type { CarrierName } from './number/model.ts'

export const carriers: readonly Carrier[] = [simulator, android]

export const findCarrier = (wanted: CarrierName): Carrier | undefined =>
  carriers.find(({ name }) => name === wanted)
