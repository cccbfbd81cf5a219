import type { Queryable } from '../../platform/database/database.ts'
import { type Fragment, joined, sql } from '../../platform/database/sql.ts'
import { type FoundMessage, type MessageRow, toMessage } from './model.ts'
import { columns, conditionsOf, contradictory, type MessageFilter } from './store.ts'

/** How many messages a request examines, so that it costs the same with any number of them. */
export const examinedMax = 20_000

export interface MessageSearch extends Omit<MessageFilter, 'sinceId' | 'boundTo'> {
  /** Of the text, in any case. */
  readonly part?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

export interface FoundMessages {
  readonly messages: readonly FoundMessage[]
  /** Where the search goes on, and the time up to which it got; null when it is complete. */
  readonly next: { readonly before: number; readonly at: Date } | null
}

interface FoundRow extends MessageRow {
  readonly group: string | null
  readonly found: boolean
  readonly isPast: boolean
  readonly isLast: boolean
}

const clockSkewMs = 60_000
const lateMsMax = 30 * 86_400_000

/** Of `m`: whether it and all before it came before `from`. Outgoing messages follow the time; phones hand over some texts late. */
const past = ({ from }: MessageSearch): Fragment =>
  from === undefined
    ? sql`false`
    : sql`m.created_at < case when m.direction = 'out' then ${new Date(from.getTime() - clockSkewMs)}::timestamptz
                              else ${new Date(from.getTime() - lateMsMax)}::timestamptz end`

const escaped = (part: string): string => part.replaceAll(/[\\%_]/g, String.raw`\$&`)

const matching = ({ part, from, to }: MessageSearch): readonly Fragment[] => [
  ...(from === undefined ? [] : [sql`m.created_at >= ${from}`]),
  ...(to === undefined ? [] : [sql`m.created_at < ${to}`]),
  ...(part === undefined ? [] : [sql`m.body ilike ${`%${escaped(part)}%`}`]),
]

/** Newest first, along the index that fits best. */
export async function searchMessages(
  database: Queryable,
  workspaceId: number,
  search: MessageSearch,
  limit: number,
): Promise<FoundMessages> {
  const filter = { ...search, boundTo: null }
  if (contradictory(filter)) return { messages: [], next: null }
  // No index has queued messages; most of them are the newest.
  const isQueued = filter.status === 'queued'
  const { wanted, lead } = conditionsOf(isQueued ? { ...filter, status: undefined } : filter)
  const conditions = [...wanted, ...(isQueued ? [sql`m.status = 'queued'`] : []), ...matching(search)]
  const column = lead ? sql`, ${lead.column}` : sql``
  const value = lead ? sql`, ${lead.value}` : sql``
  const order = sql`m.workspace_id desc${lead ? sql`, ${lead.column} desc` : sql``}, m.id desc`
  const rows = await database.rows<FoundRow>(sql`
    select /* sms.message.searchMessages */ ${columns}, g.name as group, m.found, m.past as "isPast",
           m.place = ${examinedMax} as "isLast"
      from (
        select m.*
          from (
            select m.*, ${joined(conditions, ' and ', sql`true`)} as found,
                   ${past(search)} as past
              from (
                select m.*, row_number() over (order by ${order}) as place
                  from sms.message m
                 where (m.workspace_id${column}, m.id) > (${workspaceId}${value}, 0)
                   and (m.workspace_id${column}, m.id) < (${workspaceId}${value}, ${search.beforeId ?? Number.MAX_SAFE_INTEGER})
                   ${lead ? sql`and ${lead.column} = ${lead.value}` : sql``}
                 order by ${order}
                 limit ${examinedMax}
              ) m
          ) m
         where m.found or m.past or m.place = ${examinedMax}
         order by m.workspace_id desc, m.id desc
         limit ${limit + 1}
      ) m
      left join sms.number n on n.id = m.number_id
      left join sms."group" g on g.id = m.group_id
     order by m.id desc`)
  const end = rows.findIndex((row) => row.isPast)
  const examined = end < 0 ? rows : rows.slice(0, end)
  const found = examined.filter((row) => row.found)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : examined.find((row) => row.isLast)
  return {
    messages: page.map(({ group, found: _found, isPast: _isPast, isLast: _isLast, ...row }) => ({
      ...toMessage(row),
      group,
    })),
    next: last ? { before: last.id, at: last.created_at } : null,
  }
}
