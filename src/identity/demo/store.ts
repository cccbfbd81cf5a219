import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface DemoState {
  readonly began_at: Date
  /** null: it was not completed. */
  readonly filled_at: Date | null
}

export const findDemo = (database: Queryable): Promise<DemoState | undefined> =>
  database.first<DemoState>(sql`select /* identity.demo.findDemo */ began_at, filled_at from identity.demo`)

export const beginDemo = (database: Queryable, now: Date): Promise<number> =>
  database.run(sql`
    insert /* identity.demo.beginDemo */ into identity.demo (began_at) values (${now}) on conflict do nothing`)

export const noteFilled = (database: Queryable, now: Date): Promise<number> =>
  database.run(sql`update /* identity.demo.noteFilled */ identity.demo set filled_at = ${now}`)

export const endDemo = (database: Queryable): Promise<number> =>
  database.run(sql`delete /* identity.demo.endDemo */ from identity.demo`)

export async function markDemo(
  tx: Queryable,
  {
    userIds,
    workspaceIds,
  }: { readonly userIds: readonly number[]; readonly workspaceIds: readonly number[] },
): Promise<void> {
  await tx.run(sql`
    update /* identity.demo.markDemo */ identity."user" set demo = true where id = any (${userIds}::bigint[])`)
  await tx.run(sql`
    update /* identity.demo.markDemo.2 */ identity.workspace set demo = true where id = any (${workspaceIds}::bigint[])`)
}

export interface DemoWorkspace {
  readonly id: number
  readonly name: string
  readonly type: 'personal' | 'org'
}

/** Organizations first, because people own them. */
export const demoWorkspaces = (database: Queryable): Promise<DemoWorkspace[]> =>
  database.rows<DemoWorkspace>(sql`
    select /* identity.demo.demoWorkspaces */ id, name, type from identity.every_workspace where demo order by type, id`)

export const demoPeople = (database: Queryable): Promise<{ id: number; email: string }[]> =>
  database.rows(sql`
    select /* identity.demo.demoPeople */ id, email from identity."user" where demo order by id`)

export const isOfDemo = async (database: Queryable, email: string): Promise<boolean> =>
  (await database.first(sql`
    select /* identity.demo.isOfDemo */ 1 from identity."user" where email = ${email} and demo`)) !==
  undefined

/** Workspaces of real people that now belong to someone of the demo, also those that may be brought back. */
export const realWorkspacesOfDemo = (database: Queryable): Promise<{ id: number; name: string }[]> =>
  database.rows(sql`
    select /* identity.demo.realWorkspacesOfDemo */ w.id, w.name
      from identity.every_workspace w
      join identity."user" u on u.id = w.owner_id
     where u.demo and not w.demo
     order by w.id`)

/** Whether there is at most one person, and no organization, not even one that may be brought back. */
export const isUntouched = async (database: Queryable): Promise<boolean> =>
  (await database.first(sql`
    select /* identity.demo.isUntouched */ 1
     where (select count(*) from (select from identity."user" limit 2) people) < 2
       and not exists (select from identity.every_workspace where type = 'org')`)) !== undefined

/** The oldest. */
export const firstRealPerson = (database: Queryable): Promise<{ id: number } | undefined> =>
  database.first<{ id: number }>(sql`
    select /* identity.demo.firstRealPerson */ id from identity."user" where not demo order by id limit 1`)

/** Until the transaction ends, no other process fills or removes the demo. False while another one does. */
export const tryLockDemo = async (tx: Transaction): Promise<boolean> =>
  (
    await tx.one<{ locked: boolean }>(sql`
      select /* identity.demo.tryLockDemo */ pg_try_advisory_xact_lock(hashtextextended('identity.demo', 0)) as locked`)
  ).locked

/** The transaction only holds the lock, while others do the work. */
export const allowIdling = (tx: Transaction): Promise<number> =>
  tx.run(sql`
    select /* identity.demo.allowIdling */ set_config('idle_in_transaction_session_timeout', '0', true)`)
