import type { Database, Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface Purged {
  readonly deleted: number
  readonly lastId: number | null
}

/**
 * Reads the next `countMax` ids only; ids follow the time. Keeps unfinished messages. Conversations then end with what is
 * left of them. They are locked in the order of sends, and one that got a newer message meanwhile keeps it.
 */
export const deleteMessages = (
  database: Pick<Database, 'transaction'>,
  before: Date,
  batch: Batch,
): Promise<Purged> =>
  database.transaction(async (tx) => {
    const { ended, ...purged } = await deleteBatch(tx, before, batch)
    if (ended) await deleteMarks(tx, ended)
    return purged
  })

interface Batch {
  readonly afterId: number
  readonly countMax: number
}

type Conversations = readonly { readonly workspace_id: number; readonly phone: string }[]

/** A statement of its own, which sees marks that were committed while the one before waited for a conversation. */
const deleteMarks = (tx: Queryable, ended: Conversations): Promise<number> =>
  tx.run(sql`
    delete /* sms.message.deleteMarks */ from sms.read_mark r
     using unnest(${ended.map((each) => each.workspace_id)}::bigint[], ${ended.map(({ phone }) => phone)}::text[])
             as gone (workspace_id, phone)
     where r.workspace_id = gone.workspace_id and r.phone = gone.phone collate "C"
       and not exists (
         select from sms.conversation c where c.workspace_id = r.workspace_id and c.phone = r.phone)`)

export const deleteBatch = (
  tx: Queryable,
  before: Date,
  { afterId, countMax }: Batch,
): Promise<Purged & { readonly ended: Conversations | null }> => {
  const isOver = sql`created_at < ${before} and status not in ('queued', 'sending')`
  const isLeft = sql`
    m.workspace_id = held.workspace_id and m.phone = held.phone collate "default"
    and not (m.id > ${afterId} and m.id <= (select max(id) from oldest) and ${isOver})`
  return tx.one<Purged & { ended: Conversations | null }>(sql`
    with /* sms.message.deleteBatch */ oldest as materialized (
      select id, status, created_at from sms.message where id > ${afterId} order by id limit ${countMax}
    ),
    deleted as (
      delete from sms.message
       where id = any (array(select id from oldest where ${isOver}))
      returning id, workspace_id, phone, direction
    ),
    simulated as (
      delete from sms.simulated_text t using deleted where t.message_id = deleted.id
    ),
    held as materialized (
      select c.workspace_id, c.phone, c.last_id, c.last_in_id, c.last_in_at,
             c.last_id = d.last_id as lacks, c.last_in_id = d.last_in_id as lacks_in
        from (
          select workspace_id, phone, max(id) as last_id, max(id) filter (where direction = 'in') as last_in_id
            from deleted
           group by workspace_id, phone
        ) d
        join sms.conversation c on c.workspace_id = d.workspace_id and c.phone = d.phone collate "C"
       where c.last_id = d.last_id or c.last_in_id = d.last_in_id
       order by c.workspace_id, c.phone
         for update of c
    ),
    ended as (
      select held.workspace_id, held.phone,
             case when lacks then newest.id else held.last_id end as last_id,
             case when lacks_in then newest_in.id else held.last_in_id end as last_in_id,
             case when lacks_in then newest_in.at else held.last_in_at end as last_in_at
        from held
        left join lateral (
          select m.id from sms.message m
           where held.lacks and m.id < held.last_id and ${isLeft}
           order by m.workspace_id desc, m.phone desc, m.id desc
           limit 1
        ) newest on true
        left join lateral (
          select m.id, m.created_at as at from sms.message m
           where held.lacks_in and m.id < held.last_in_id and m.direction = 'in' and ${isLeft}
           order by m.workspace_id desc, m.phone desc, m.id desc
           limit 1
        ) newest_in on true
    ),
    gone as (
      delete from sms.conversation c using ended
       where c.workspace_id = ended.workspace_id and c.phone = ended.phone and ended.last_id is null
      returning c.workspace_id, c.phone
    ),
    shortened as (
      update sms.conversation c
         set last_id = ended.last_id, last_in_id = ended.last_in_id, last_in_at = ended.last_in_at
        from ended
       where c.workspace_id = ended.workspace_id and c.phone = ended.phone and ended.last_id is not null
    )
    select (select count(*)::int from deleted) as deleted,
           (select json_agg(gone) from gone) as ended,
           case when count(*) = ${countMax}::bigint and bool_and(created_at < ${before}) then max(id) end as "lastId"
      from oldest`)
}
