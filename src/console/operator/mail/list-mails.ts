import { z } from 'zod'
import { text } from '../../../api/field.ts'
import { list } from '../../../api/result.ts'
import { parseEmail } from '../../../identity/email.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { listMails as read } from '../../../platform/mail/store.ts'
import { pageMeta, pageOf, Paging } from '../../paging.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { OperatorMail, toMail } from './model.ts'

export const listMails = console.endpoint('listMails', {
  method: 'GET',
  path: '/operator/mail',
  summary: 'List mails, newest first, without their texts',
  who: loggedIn,
  query: z.object({ to: text().max(300).optional().describe('Only mails to this address.'), ...Paging }),
  result: list(OperatorMail, pageMeta),
  problems: ['operator_required'],
  permit: operatorsOnly,

  async handle({ query: { to: typed, before, limit } }, { database }) {
    const to = typed === undefined || typed === '' ? undefined : (parseEmail(typed) ?? typed)
    const { rows, meta } = pageOf(await read(database, { to, before, limit: limit + 1 }), limit)
    return { data: rows.map(toMail), meta }
  },
})
