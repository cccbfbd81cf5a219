import { defineCollector } from '../../platform/operations/collector.ts'
import { carriers } from '../carriers.ts'
import { countNumbers } from './pool-store.ts'

export const numberCollector = defineCollector({
  gauges: { numbers: 'Numbers to send from, by carrier and state.' },
  labels: ['carrier', 'state'],
  read: async ({ database }) => {
    const counted = await countNumbers(database)
    const ofCarriers = carriers.map(async ({ name: carrier, countPaused }) => {
      const { online, offline } = counted.find((each) => each.carrier === carrier) ?? {
        online: 0,
        offline: 0,
      }
      const paused = Math.min(offline, (await countPaused?.(database)) ?? offline)
      return Object.entries({ online, offline: offline - paused, paused }).map(([state, numbers]) => ({
        labels: { carrier, state },
        values: { numbers },
      }))
    })
    return (await Promise.all(ofCarriers)).flat()
  },
})
