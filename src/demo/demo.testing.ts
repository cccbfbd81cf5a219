import type { Context } from '../api/context.ts'
import type { Queryable } from '../platform/database/database.ts'
import { createUser } from '../identity/user/create-user.ts'
import { firstPerson } from '../identity/setup/rules.ts'

const text = (statement: string) => ({ text: statement, values: [] })

/** How many rows each table has. */
export async function rowCounts(database: Queryable): Promise<Readonly<Record<string, number>>> {
  const tables = await database.rows<{ name: string }>(
    text(`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema in ('files', 'identity', 'platform', 'sms', 'webhooks')
       union all select 'graphile_worker._private_jobs'
       order by 1`),
  )
  const counts = tables.map(async ({ name }) => {
    const { count } = await database.one<{ count: number }>(
      text(`select count(*)::int as count from ${name}`),
    )
    return [name, count] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

/** The tables, with the column, that have any of these ids in a column that names workspaces or people. */
export async function mentions(
  database: Queryable,
  {
    workspaceIds,
    userIds,
  }: { readonly workspaceIds: readonly number[]; readonly userIds: readonly number[] },
): Promise<readonly string[]> {
  const columns = await database.rows<{ name: string; column: string }>(
    text(`
      select format('%I.%I', c.table_schema, c.table_name) as name, c.column_name as column
        from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
       where t.table_type = 'BASE TABLE' and c.data_type = 'bigint'
         and c.table_schema in ('files', 'identity', 'platform', 'sms', 'webhooks')
         and (c.column_name in ('workspace_id', 'tenant_id', 'scope_id', 'customer_id', 'dedicated_to', 'served_workspace_id', 'user_id',
              'owner_id', 'created_by', 'issued_by', 'invited_by', 'accepted_by', 'used_by', 'shared_by', 'sponsor_id')
           or format('%I.%I.%I', c.table_schema, c.table_name, c.column_name) in ('identity.every_workspace.id', 'identity."user".id'))
       order by 1, 2`),
  )
  const found: string[] = []
  for (const { name, column } of columns) {
    const ofWorkspaces =
      [
        'workspace_id',
        'tenant_id',
        'scope_id',
        'customer_id',
        'dedicated_to',
        'served_workspace_id',
      ].includes(column) || name === 'identity.every_workspace'
    const ids = ofWorkspaces && column !== 'owner_id' ? workspaceIds : userIds
    const { count } = await database.one<{ count: number }>({
      text: `select count(*)::int as count from ${name} where ${column} = any ($1::bigint[])`,
      values: [ids],
    })
    if (count > 0) found.push(`${name}.${column}`)
  }
  return found
}

/** As the first run makes them. */
export async function firstPersonOf({ database, setUpWorkspace }: Context): Promise<number> {
  const { id } = await database.transaction((tx) =>
    createUser(tx, setUpWorkspace, { ...firstPerson, plan: 'standard' }),
  )
  return id
}

interface DemoUsage {
  /** In micro-units, this month. */
  readonly charged: number
  readonly cap: number
  /** Texts. */
  readonly today: number
  readonly daily: number
}

export const usageOf = (database: Queryable, workspaceId: number, now: Date): Promise<DemoUsage> =>
  database.one<DemoUsage>({
    text: `
      select (select coalesce(sum(charged_micros), 0)::bigint from sms.usage u
               where u.workspace_id = w.id and date_trunc('month', day) = date_trunc('month', $2::timestamp)) as charged,
             (select coalesce(sum(recipients), 0)::int from sms.usage u
               where u.workspace_id = w.id and day = $2::timestamp::date) as today,
             e.cap_micros as cap, e.sms_daily as daily
        from identity.workspace w join identity.entitlement e on e.user_id = w.owner_id
       where w.id = $1`,
    values: [workspaceId, now.toISOString().slice(0, 19)],
  })
