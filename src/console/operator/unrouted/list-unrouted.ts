import { z } from 'zod'
import { instant } from '../../../api/field.ts'
import { list } from '../../../api/result.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { listUnrouted as find } from '../../../sms/inbound/operate-unrouted.ts'
import { displayPhone } from '../../../sms/phone.ts'
import { pageMeta, pageOf, Paging } from '../../paging.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'

const UnroutedText = z
  .object({
    id: z.int(),
    number_id: z.int(),
    number: z.string().describe('The number that it came to.'),
    from: z.string().describe('E.164, a short code, or a name.'),
    display: z.string().describe('`from` for people.'),
    number_display: z.string(),
    body: z.string(),
    received_at: instant(),
  })
  .meta({ id: 'UnroutedText' })

export const listUnrouted = console.endpoint('listUnrouted', {
  method: 'GET',
  path: '/operator/unrouted',
  summary: 'List incoming texts that belong to no workspace, newest first',
  who: loggedIn,
  query: z.object(Paging),
  result: list(UnroutedText, pageMeta),
  problems: ['operator_required'],
  permit: operatorsOnly,

  async handle({ query: { before, limit } }, context) {
    const { rows, meta } = pageOf(await find(context, { before, limit: limit + 1 }), limit)
    const data = rows.map((row) => ({
      ...row,
      display: displayPhone(row.from),
      number_display: displayPhone(row.number),
    }))
    return { data, meta }
  },
})
