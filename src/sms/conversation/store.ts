import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { type Fragment, joined, sql } from '../../platform/database/sql.ts'
import { columns } from '../message/store.ts'
import { currentOptOuts } from '../optout/store.ts'
import { type Conversation, type ConversationRow, type Reader, toConversation } from './model.ts'

/** How many conversations a request examines, newest first, and how many of those that the phone wrote in. */
export const examinedMax = 20_000
export const examinedUnreadMax = 5000

/** More phones than this are better found among the newest. */
const beginningMax = 1000

export interface ConversationFilter {
  /** Only phones with one of these parts. */
  readonly parts?: readonly string[] | undefined
  /** Only these phones. */
  readonly phones?: readonly string[] | undefined
  readonly unread: boolean
  readonly beforeId: number | undefined
}

export interface ConversationPage {
  readonly conversations: readonly Conversation[]
  /** null: there are no more. */
  readonly nextBefore: number | null
}

/** Of `c`: whether the phone wrote since the person last read. */
const unreadBy = ({ userId, joinedAt }: Reader) => sql`
  coalesce(c.last_in_at >= ${joinedAt} and c.last_in_id > coalesce((
    select r.message_id from sms.read_mark r
     where r.workspace_id = c.workspace_id and r.phone = c.phone and r.user_id = ${userId}), 0), false)`

const shown = (reader: Reader) => sql`
  ${columns}, ${unreadBy(reader)} as unread, o.opted_out_at`

const withMessage = sql`
  join sms.message m on m.id = c.last_id
  left join sms.number n on n.id = m.number_id
  left join ${currentOptOuts} on o.workspace_id = m.workspace_id and o.phone = m.phone`

/** Newest first. A page that examined its maximum may be short, or empty, and have a next one. */
export async function selectConversations(
  database: Queryable,
  reader: Reader,
  filter: ConversationFilter,
  limit: number,
): Promise<ConversationPage> {
  const { workspaceId } = reader
  const countMax = filter.unread ? examinedUnreadMax : examinedMax
  const order = sql`c.workspace_id desc, c.last_id desc`
  const rows = await database.rows<ConversationRow & { found: boolean; isLast: boolean }>(sql`
    select /* sms.conversation.selectConversations */ c.found, c.place = ${countMax} as "isLast", ${shown(reader)}
      from (
        select c.*
          from (
            select c.*, ${joined(wanted(filter, reader), ' and ', sql`true`)} as found
              from (
                select c.*, row_number() over (order by ${order}) as place
                  from ${filter.phones ? ofPhones(workspaceId, filter.phones) : sql`sms.conversation`} c
                 where (c.workspace_id, c.last_id) < (${workspaceId}, ${filter.beforeId ?? Number.MAX_SAFE_INTEGER})
                   and (c.workspace_id, c.last_id) > (${workspaceId}, 0)
                   and ${filter.unread ? sql`c.last_in_id is not null` : sql`true`}
                 order by ${order}
                 limit ${countMax}
              ) c
          ) c
         where c.found or c.place = ${countMax}
         order by ${order}
         limit ${limit + 1}
      ) c
      ${withMessage}
     order by c.last_id desc`)
  const found = rows.filter((row) => row.found)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : rows.find((row) => row.isLast)
  return {
    conversations: page.map(({ found: _found, isLast: _isLast, ...row }) => toConversation(row)),
    nextBefore: last?.id ?? null,
  }
}

/** One by one along the primary key, whatever PostgreSQL knows of the table. */
const ofPhones = (workspaceId: number, phones: readonly string[]): Fragment => sql`
  (select c.*
     from unnest(${phones}::text[]) as asked (phone)
    cross join lateral (
      select * from sms.conversation
       where workspace_id = ${workspaceId} and phone = asked.phone collate "C"
       limit 1
    ) c)`

const escaped = (part: string): string => part.replaceAll(/[\\%_]/g, String.raw`\$&`)

const wanted = ({ parts: any, unread }: ConversationFilter, reader: Reader): readonly Fragment[] => [
  ...(any === undefined
    ? []
    : [sql`c.phone collate "default" ilike any (${any.map((part) => `%${escaped(part)}%`)}::text[])`]),
  ...(unread ? [unreadBy(reader)] : []),
]

export async function findConversation(
  database: Queryable,
  reader: Reader,
  phone: string,
): Promise<Conversation | undefined> {
  const row = await database.first<ConversationRow>(sql`
    select /* sms.conversation.findConversation */ ${shown(reader)}
      from sms.conversation c
      ${withMessage}
     where c.workspace_id = ${reader.workspaceId} and c.phone = ${phone}`)
  return row && toConversation(row)
}

const lastCharacter = '\u{10FFFF}'

/** Undefined when there are too many. */
export async function phonesBeginning(
  database: Queryable,
  workspaceId: number,
  beginnings: readonly string[],
): Promise<readonly string[] | undefined> {
  const rows = await database.rows<{ phone: string }>(sql`
    select /* sms.conversation.phonesBeginning */ found.phone
      from unnest(${beginnings}::text[]) as wanted (beginning)
     cross join lateral (
       select c.phone from sms.conversation c
        where c.workspace_id = ${workspaceId} and c.phone >= wanted.beginning collate "C"
          and c.phone < (wanted.beginning || ${lastCharacter}) collate "C"
        order by c.workspace_id, c.phone
        limit ${beginningMax + 1}
     ) found
     limit ${beginningMax + 1}`)
  return rows.length > beginningMax ? undefined : rows.map(({ phone }) => phone)
}

/** Keeps the conversation, and with it the marks, until the transaction ends. */
export const holdConversation = async (
  tx: Transaction,
  workspaceId: number,
  phone: string,
): Promise<boolean> =>
  (await tx.first(sql`
    select /* sms.conversation.holdConversation */ 1 from sms.conversation
     where workspace_id = ${workspaceId} and phone = ${phone}
       for key share`)) !== undefined

export const hasMessage = async (
  tx: Transaction,
  workspaceId: number,
  { phone, messageId }: { readonly phone: string; readonly messageId: number },
): Promise<boolean> =>
  (await tx.first(sql`
    select /* sms.conversation.hasMessage */ 1 from sms.message
     where id = ${messageId} and workspace_id = ${workspaceId} and phone = ${phone}`)) !== undefined

/** False when the person had read as far already. */
export async function writeMark(
  tx: Transaction,
  { workspaceId, userId }: Reader,
  { phone, messageId }: { readonly phone: string; readonly messageId: number },
): Promise<boolean> {
  const changed = await tx.run(sql`
    insert /* sms.conversation.writeMark */ into sms.read_mark as r (workspace_id, phone, user_id, message_id)
    values (${workspaceId}, ${phone}, ${userId}, ${messageId})
    on conflict (workspace_id, phone, user_id) do update set message_id = excluded.message_id
     where r.message_id < excluded.message_id`)
  return changed > 0
}
