import type pg from 'pg'

const batch = 250_000

export interface MessagesWanted {
  readonly workspaceId: number
  readonly numbers: readonly number[]
  readonly messages: number
}

/** Every second message is the account's, of the others each account has a few. One in fifty waits. */
export async function addMessages(
  database: pg.Client,
  { workspaceId, numbers, messages }: MessagesWanted,
): Promise<void> {
  await database.query(`set maintenance_work_mem = '1GB'; set synchronous_commit = off`)
  // Indexes are made afterwards, as a restore does, which is several times as fast.
  const { rows: indexes } = await database.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'sms' and tablename = 'message' and indexname <> 'message_pkey'`)
  for (const { name } of indexes) await database.query(`drop index sms.${name}`)
  for (let from = 1; from <= messages; from += batch) {
    const to = Math.min(from + batch - 1, messages)
    await database.query(insertMessages, [workspaceId, numbers, from, to])
  }
  for (const { definition } of indexes) await database.query(definition)
  await database.query(`
    insert into sms.queue (message_id, workspace_id, lane, phone, expires_at)
    select id, workspace_id, coalesce(number_id, 0), phone, expires_at from sms.message where status = 'queued'`)
  await database.query('vacuum analyze sms.message')
  await database.query('vacuum analyze sms.queue')
}

const insertMessages = `
  insert into sms.message
    (workspace_id, direction, phone, body, status, segments, number_id, error_code, error_message, created_at,
     expires_at, taken_at, sent_at, delivered_at)
  select case when g % 2 = 0 then $1::bigint else 1000000 + g % 999 end,
         case when status = 'received' then 'in' else 'out' end,
         '+1202' || 5550000 + (g / 2 * 7919) % 10000, 'Your parcel is on its way and arrives today between 2 and 4 pm.',
         status, 1, number_id, case when status = 'failed' then 'failed' end, case when status = 'failed' then 'It failed.' end,
         at, now() + interval '7 days', case when status not in ('queued', 'received') then at end,
         case when status in ('sent', 'delivered') then at end, case when status = 'delivered' then at end
    from generate_series($3::bigint, $4::bigint) g
    cross join lateral (
      select case when g / 2 % 50 = 7 then 'queued' when g / 2 % 10 = 3 then 'received'
                  when g / 2 % 1000 = 1 then 'failed' when g / 2 % 20 = 5 then 'sent' else 'delivered' end as status,
             now() - interval '300 days' + g * interval '2 seconds' as at
    ) drawn
    cross join lateral (
      select case when status <> 'queued' or g / 2 % 100 = 7
                  then ($2::bigint[])[1 + g / 2 % cardinality($2::bigint[])] end as number_id
    ) taken`
