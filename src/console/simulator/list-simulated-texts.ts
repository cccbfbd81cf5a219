import { z } from 'zod'
import { text } from '../../api/field.ts'
import { list } from '../../api/result.ts'
import { member } from '../../identity/schemes/session.ts'
import { senderOrRefuse } from '../../sms/carrier/simulator/operate-simulator.ts'
import { textsOfPerson } from '../../sms/carrier/simulator/person-store.ts'
import { displayPhone } from '../../sms/phone.ts'
import { pageMeta, pageOf, Paging } from '../paging.ts'
import { console } from '../service.ts'
import { findSimulator } from './find-simulator.ts'
import { OfSimulator, refused, SimulatedText, toSimulatedText } from './model.ts'

export const listSimulatedTexts = console.endpoint('listSimulatedTexts', {
  method: 'GET',
  path: '/workspaces/{workspace}/simulator/{number}/texts',
  summary: 'List the texts of a person at the other end of a simulated number',
  description:
    'Newest first: what the simulated phone sent them, and what they wrote. Queued texts and those of other ' +
    'workspaces are not among them.',
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
    const { database, vault, principal } = context
    const { workspaceId } = principal
    const number = await findSimulator(database, workspaceId, numberId)
    const phone = toSender(asked, number.phone)
    const found = await textsOfPerson(database, { workspaceId, numberId, before, phone }, limit + 1)
    const { rows, meta } = pageOf(found, limit)
    return {
      data: rows.map((row) => toSimulatedText(row, vault)),
      meta: { ...meta, phone, display: displayPhone(phone) },
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
