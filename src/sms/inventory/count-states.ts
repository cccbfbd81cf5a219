import type { Queryable } from '../../platform/database/database.ts'
import { carriers } from '../carriers.ts'
import type { CarrierName } from '../number/model.ts'
import { countNumbers } from './pool-store.ts'

export interface NumberStates {
  readonly carrier: CarrierName
  readonly online: number
  /** They lost their connection. */
  readonly offline: number
  /** The operator took them offline. */
  readonly paused: number
}

export async function countStates(database: Queryable): Promise<NumberStates[]> {
  const counted = await countNumbers(database)
  return Promise.all(
    carriers.map(async ({ name: carrier, countPaused }) => {
      const { online, offline } = counted.find((each) => each.carrier === carrier) ?? {
        online: 0,
        offline: 0,
      }
      const paused = Math.min(offline, (await countPaused?.(database)) ?? offline)
      return { carrier, online, offline: offline - paused, paused }
    }),
  )
}
