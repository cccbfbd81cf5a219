import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { idText, integerText, text } from '../../api/field.ts'
import { sms } from '../service.ts'
import { Message, statuses } from './model.ts'
import { phoneToFind } from './phone-filter.ts'
import { selectMessages } from './store.ts'
import { exampleMessage, oneMessage } from './examples.ts'

const limitDefault = 50
const limitMax = 200

export const listMessages = sms.endpoint('listMessages', {
  method: 'GET',
  path: '/messages',
  summary: 'List messages, newest first; with since_id oldest first, to poll for new ones',
  who: key('messages:read'),

  query: z.object({
    direction: z.enum(['in', 'out']).optional(),
    status: z.enum(statuses).optional(),
    phone: text()
      .optional()
      .describe('the other party as messages have it: a number, a short code or a name'),
    number_id: idText().optional(),
    group_id: idText().optional(),
    since_id: integerText({ min: 0, max: Number.MAX_SAFE_INTEGER })
      .optional()
      .describe('only messages newer than this id'),
    before_id: idText().optional().describe('only messages older than this id'),
    limit: integerText({ min: 1, max: limitMax }).default(limitDefault),
  }),
  result: z.object({
    messages: z.array(Message),
    next_before_id: z
      .int()
      .nullable()
      .describe('before_id of the next page; null on the last page and with since_id'),
  }),
  problems: [],
  example: { before: [oneMessage], answer: { messages: [exampleMessage], next_before_id: null } },

  async handle({ query }, { database, principal: { workspaceId, numberId } }) {
    const filter = {
      direction: query.direction,
      status: query.status,
      phone: query.phone === undefined ? undefined : await phoneToFind(database, workspaceId, query.phone),
      numberId: query.number_id,
      groupId: query.group_id,
      sinceId: query.since_id,
      beforeId: query.before_id,
      boundTo: numberId,
    }
    const found = await selectMessages(database, workspaceId, filter, query.limit + 1)
    const messages = found.slice(0, query.limit)
    const more = found.length > messages.length && query.since_id === undefined
    return { messages, next_before_id: more ? (messages.at(-1)?.id ?? null) : null }
  },
})
