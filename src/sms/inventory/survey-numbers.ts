import { defineSurvey } from '../../platform/operations/survey.ts'
import { offeredCarriers } from '../number/model.ts'
import { countNumbers } from './survey-store.ts'

const states = ['online', 'offline', 'paused'] as const

/** How numbers do. Those that the operator took offline are told apart from those that went away. */
export const surveyNumbers = defineSurvey({
  gauges: { numbers: 'Numbers to send from, by carrier and state.' },
  labels: ['carrier', 'state'],
  read: async ({ database }) => {
    const counted = await countNumbers(database)
    return offeredCarriers.flatMap((carrier) =>
      states.map((state) => ({
        labels: { carrier, state },
        values: {
          numbers: counted.find((each) => each.carrier === carrier && each.state === state)?.count ?? 0,
        },
      })),
    )
  },
})
