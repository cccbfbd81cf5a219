import { z } from 'zod'
import { text } from '../../api/field.ts'
import { member } from '../../identity/schemes/session.ts'
import { optedOutAmong } from '../../sms/optout/store.ts'
import { parsePhone } from '../../sms/phone.ts'
import { inWorkspace } from '../adopted.ts'
import { console } from '../service.ts'

/** As many as a text may have recipients. */
const phonesMax = 100

const OptOut = z.object({ phone: z.string().describe('as it was asked') }).meta({ id: 'OptOut' })

export const listOptOuts = console.endpoint('listOptOuts', {
  method: 'POST',
  path: '/workspaces/{workspace}/opt-outs',
  summary: 'List which of some phones sent STOP',
  description:
    'Texts to them fail until they send START. Answers none of those that are not phone numbers. Changes nothing.',
  who: member,
  plan: 'sms',
  params: inWorkspace,
  body: z.object({
    phones: z.array(text().max(250)).min(1).max(phonesMax).describe('Numbers as people write them.'),
  }),
  result: z.array(OptOut),
  problems: [],

  async handle({ body: { phones } }, { principal: { workspaceId }, database }) {
    const asked = [...new Set(phones)].map((phone) => ({ phone, number: parsePhone(phone) }))
    const numbers = new Set(asked.flatMap(({ number }) => number ?? []))
    const optedOut = await optedOutAmong(database, workspaceId, [...numbers])
    return asked.flatMap(({ phone, number }) =>
      number !== undefined && optedOut.has(number) ? { phone } : [],
    )
  },
})
