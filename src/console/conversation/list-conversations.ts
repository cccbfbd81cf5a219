import { z } from 'zod'
import { text } from '../../api/field.ts'
import { workspaceFlow } from '../../api/limiters.ts'
import { list } from '../../api/result.ts'
import { member } from '../../identity/schemes/session.ts'
import { phoneSearch } from '../../sms/conversation/rules.ts'
import {
  examinedMax,
  examinedUnreadMax,
  phonesBeginning,
  selectConversations,
} from '../../sms/conversation/store.ts'
import { inWorkspace } from '../adopted.ts'
import { pageMeta, Paging } from '../paging.ts'
import { console } from '../service.ts'
import { Conversation } from './model.ts'

export const listConversations = console.endpoint('listConversations', {
  method: 'GET',
  path: '/workspaces/{workspace}/conversations',
  summary: 'List the phones that the workspace exchanged texts with, by their newest message',
  description:
    'One conversation for each phone, with texts of groups. `phone` finds the phones that begin as typed; if none ' +
    `does, those with this part among the newest ${examinedMax} conversations. \`unread\` examines the newest ` +
    `${examinedUnreadMax} that the phone wrote in. After that many a page may be short: go on with \`next_before\`.`,
  who: member,
  plan: 'sms',
  params: inWorkspace,
  query: z.object({
    phone: text().max(200).optional().describe('A number as people write it, a part of one, or a name.'),
    unread: z.literal('true').optional().describe('Only conversations that you have not read.'),
    ...Paging,
  }),
  result: list(Conversation, pageMeta),
  problems: [],

  async handle({ query }, { principal, database, limiters, call }) {
    const { phone, unread, before, limit } = query
    const search = phone === undefined ? undefined : phoneSearch(phone)
    const read = async () => {
      const phones = search && (await phonesBeginning(database, principal.workspaceId, search.beginnings))
      const found = phones && phones.length > 0 ? { phones } : { parts: search?.parts }
      const filter = { ...found, unread: unread !== undefined, beforeId: before }
      return selectConversations(database, principal, filter, limit)
    }
    const { conversations, nextBefore } =
      search || unread
        ? await limiters.statements.run(workspaceFlow(principal.workspaceId), read, { signal: call.signal })
        : await read()
    return { data: [...conversations], meta: { next_before: nextBefore } }
  },
})
