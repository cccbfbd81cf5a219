import { defineCollector } from '../../platform/operations/collector.ts'
import { countStates } from './count-states.ts'

export const numberCollector = defineCollector({
  gauges: { numbers: 'Numbers to send from, by carrier and state.' },
  labels: ['carrier', 'state'],
  read: async ({ database }) =>
    (await countStates(database)).flatMap(({ carrier, ...states }) =>
      Object.entries(states).map(([state, numbers]) => ({ labels: { carrier, state }, values: { numbers } })),
    ),
})
