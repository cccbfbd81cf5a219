import { z } from 'zod'
import { idText, instant, text } from '../../api/field.ts'
import { workspaceFlow } from '../../api/limiters.ts'
import { Csv, list } from '../../api/result.ts'
import { member } from '../../identity/schemes/session.ts'
import { csvRecord, wantsCsv } from '../../platform/csv.ts'
import { Message, statuses } from '../../sms/message/model.ts'
import { examinedMax, searchMessages as search, type FoundMessages } from '../../sms/message/search-store.ts'
import { parsePhone, plainSender } from '../../sms/phone.ts'
import { inWorkspace } from '../adopted.ts'
import { timeText } from '../audit/query.ts'
import { pageMeta, Paging } from '../paging.ts'
import { console } from '../service.ts'
import { csvCells, csvColumns } from './rules.ts'

const csvMessagesMax = 100_000
const csvBatchRows = 1000

const searchMeta = z
  .object({
    ...pageMeta.shape,
    searched_to: instant()
      .nullable()
      .describe('The time of the oldest message that was examined; null when all were.'),
  })
  .meta({ id: 'MessageSearchMeta' })

export const searchMessages = console.endpoint('searchMessages', {
  method: 'GET',
  path: '/workspaces/{workspace}/messages',
  summary: 'Search the messages of the workspace, newest first',
  description:
    `A request examines at most ${examinedMax} messages and returns those that match, so a page may be short or ` +
    'empty: go on with `next_before` until it is null. With `Accept: text/csv` the answer is a file with at most ' +
    `${csvMessagesMax} messages, and \`limit\` does not count.`,
  who: member,
  plan: 'sms',
  limit: { group: 'message_search', windowSeconds: 60, perCredentialMax: 240, perUserMax: 240 },
  params: inWorkspace,
  query: z.object({
    q: text().max(200).optional().describe('A part of the text, in any case.'),
    phone: text().max(250).optional().describe('The whole number, short code, or name.'),
    direction: z.enum(['in', 'out']).optional(),
    status: z.enum(statuses).optional(),
    number_id: idText().optional(),
    group_id: idText().optional(),
    from: timeText().optional().describe('Only messages of this time or later.'),
    to: timeText().optional().describe('Only messages before this time.'),
    ...Paging,
  }),
  result: list(Message, searchMeta),
  csv: true,
  problems: [],

  async handle({ query }, { principal: { workspaceId }, database, limiters, call }) {
    const { q, phone, number_id: numberId, group_id: groupId, before, limit, ...others } = query
    const filter = {
      ...others,
      part: q === '' ? undefined : q,
      phone: phone === undefined ? undefined : (parsePhone(phone) ?? plainSender(phone)),
      numberId,
      groupId,
    }
    const read = (beforeId: number | undefined, countMax: number) =>
      limiters.statements.run(
        workspaceFlow(workspaceId),
        () => search(database, workspaceId, { ...filter, beforeId }, countMax),
        { signal: call.signal },
      )
    if (wantsCsv(call.headers['accept']))
      return new Csv({ fileName: `messages-${workspaceId}.csv`, records: () => csvRecords(read, before) })
    const { messages, next } = await read(before, limit)
    return {
      data: messages.map(({ group: _group, ...message }) => message),
      meta: { next_before: next?.before ?? null, searched_to: next?.at.toISOString() ?? null },
    }
  },
})

/** Holds no connection while the client reads. */
async function* csvRecords(
  read: (before: number | undefined, count: number) => Promise<FoundMessages>,
  before: number | undefined,
): AsyncGenerator<string> {
  yield csvRecord(csvColumns)
  for (let left = csvMessagesMax; left > 0;) {
    const { messages, next } = await read(before, Math.min(left, csvBatchRows))
    left -= messages.length
    if (messages.length > 0) yield messages.map((message) => csvRecord(csvCells(message))).join('')
    if (!next) return
    before = next.before
  }
}
