import { z } from 'zod'
import { text } from '../../api/field.ts'
import { workspaceFlow } from '../../api/limiters.ts'
import { list } from '../../api/result.ts'
import { member } from '../../identity/schemes/session.ts'
import { senderOrRefuse } from '../../sms/carrier/simulator/operate-simulator.ts'
import { textsOfPerson } from '../../sms/carrier/simulator/person-store.ts'
import { displayPhone } from '../../sms/phone.ts'
import { pageMeta, Paging } from '../paging.ts'
import { console } from '../service.ts'
import { findSimulator } from './find-simulator.ts'
import { OfSimulator, refused, SimulatedText, toSimulatedText } from './model.ts'

/** Messages with the person that a page reads at most. */
const readMax = 20_000

export const listSimulatedTexts = console.endpoint('listSimulatedTexts', {
  method: 'GET',
  path: '/workspaces/{workspace}/simulator/{number}/texts',
  summary: 'List the texts of a person at the other end of a simulated number',
  description:
    'Newest first: what the simulated phone sent them, and what they wrote. Queued texts and those of other ' +
    'workspaces are not among them. A page reads the next 20,000 messages with the person at most, so it may have fewer ' +
    'texts than the limit while there are more.',
  who: member,
  plan: 'sms',
  params: OfSimulator,
  query: z.object({ phone: text().describe('A number, a short code, or the name of a sender.'), ...Paging }),
  result: list(
    SimulatedText,
    pageMeta
      .extend({ phone: z.string().describe('As messages have it.'), display: z.string() })
      .meta({ id: 'SimulatedTextsMeta' }),
  ),
  problems: ['number_not_found', 'invalid_number'],

  async handle({ params: { number: numberId }, query: { phone: asked, before, limit } }, context) {
    const { database, vault, principal, limiters, call } = context
    const { workspaceId } = principal
    const number = await findSimulator(database, workspaceId, numberId)
    const phone = toSender(asked, number.phone)
    const filter = { workspaceId, numberId, before, phone }
    const { rows, nextBefore } = await limiters.statements.run(
      workspaceFlow(workspaceId),
      () => textsOfPerson(database, filter, { countMax: limit, readMax }),
      { signal: call.signal },
    )
    return {
      data: rows.map((row) => toSimulatedText(row, vault)),
      meta: { next_before: nextBefore, phone, display: displayPhone(phone) },
    }
  },
})

function toSender(asked: string, host: string): string {
  try {
    return senderOrRefuse(asked, host)
  } catch (error) {
    throw refused(error, 'phone')
  }
}
