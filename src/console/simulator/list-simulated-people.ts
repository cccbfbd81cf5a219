import { z } from 'zod'
import { workspaceFlow } from '../../api/limiters.ts'
import { list } from '../../api/result.ts'
import { member } from '../../identity/schemes/session.ts'
import { peopleOfNumber } from '../../sms/carrier/simulator/person-store.ts'
import { displayPhone } from '../../sms/phone.ts'
import { pageMeta, Paging } from '../paging.ts'
import { console } from '../service.ts'
import { findSimulator } from './find-simulator.ts'
import { OfSimulator, SimulatedText, toSimulatedText } from './model.ts'

/** Messages that a page reads at most. */
const readMax = 1000

const SimulatedPerson = z
  .object({ phone: z.string(), display: z.string().describe('The phone, for people.'), last: SimulatedText })
  .meta({ id: 'SimulatedPerson' })

export const listSimulatedPeople = console.endpoint('listSimulatedPeople', {
  method: 'GET',
  path: '/workspaces/{workspace}/simulator/{number}/people',
  summary: 'List the people with whom the workspace exchanged texts over a simulated number',
  description:
    'Newest first, with the last text of each. A page reads the next 1,000 messages at most, so it may have fewer ' +
    'people than the limit while there are more.',
  who: member,
  plan: 'sms',
  params: OfSimulator,
  query: z.object(Paging),
  result: list(SimulatedPerson, pageMeta),
  problems: ['number_not_found'],

  async handle({ params: { number: numberId }, query: { before, limit } }, context) {
    const { database, vault, principal, limiters, call } = context
    const { workspaceId } = principal
    const filter = { workspaceId, numberId, before }
    await findSimulator(database, workspaceId, numberId)
    const { rows, nextBefore } = await limiters.statements.run(
      workspaceFlow(workspaceId),
      () => peopleOfNumber(database, filter, { countMax: limit, readMax }),
      { signal: call.signal },
    )
    return {
      data: rows.map((row) => ({
        phone: row.phone,
        display: displayPhone(row.phone),
        last: toSimulatedText(row, vault),
      })),
      meta: { next_before: nextBefore },
    }
  },
})
