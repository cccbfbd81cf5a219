import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { MessageRow, Status } from './model.ts'

/** A message without its text and its recipient, which the operator does not see. */
export interface ListedMessage extends Omit<
  MessageRow,
  'phone' | 'segments' | 'body' | 'client_ref' | 'group_id' | 'error_message'
> {
  readonly workspace_id: number
}

export interface ListedMessages {
  readonly workspaceId: number | undefined
  readonly status: Status | undefined
}

interface Page {
  readonly before: number
  readonly limit: number
}

export const listAnyMessages = (
  database: Queryable,
  { workspaceId, status }: ListedMessages,
  page: Page,
): Promise<ListedMessage[]> =>
  database.rows<ListedMessage>(sql`
    select /* sms.message.listAnyMessages */ m.id, m.workspace_id, m.direction, m.status, m.number_id, n.phone as number,
           m.error_code, m.created_at, m.sent_at, m.delivered_at, m.expires_at
      from ${status === undefined ? newestOf(workspaceId, page) : newestWith(status, workspaceId, page)} m
      left join sms.number n on n.id = m.number_id
     order by m.id desc
     limit ${page.limit}`)

const newestOf = (workspaceId: number | undefined, { before, limit }: Page) => sql`
  (select * from sms.message
   where id < ${before} and ${workspaceId === undefined ? sql`true` : sql`workspace_id = ${workspaceId}`}
   order by id desc limit ${limit})`

/** The index on statuses begins with the account, so this asks each one for its newest. 0 is the operator's. */
const newestWith = (status: Status, workspaceId: number | undefined, { before, limit }: Page) => {
  if (status === 'queued') return newestQueued(workspaceId, { before, limit })
  const accounts =
    workspaceId === undefined
      ? sql`(select 0::bigint as id union all select id from identity.workspace)`
      : sql`(select ${workspaceId}::bigint as id)`
  return sql`
  (select found.* from ${accounts} account
    cross join lateral (
      select * from sms.message
       where workspace_id = account.id and status = ${status} and status <> 'queued' and id < ${before}
       order by id desc limit ${limit}
    ) found)`
}

const newestQueued = (workspaceId: number | undefined, { before, limit }: Page) => sql`
  (select found.* from sms.queue q
    join sms.message found on found.id = q.message_id
   where q.message_id < ${before} and ${workspaceId === undefined ? sql`true` : sql`q.workspace_id = ${workspaceId}`}
   order by q.message_id desc limit ${limit})`
