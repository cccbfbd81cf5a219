import { brokenConstraint } from '../../platform/database/connection.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { KeyScope } from '../account/model.ts'
import { currentOptOuts } from '../optout/store.ts'
import { problem } from '../problems.ts'
import type { GroupRow } from './model.ts'
import type { RecentText } from './rules.ts'

const columns = sql`
  g.id, g.name, g.number_id, n.phone as number, g.created_at,
  g.active and coalesce(n.workspace_id = g.workspace_id, false) and n.removed_at is null as active,
  (select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'phone', m.phone, 'admin', m.admin)
     order by m.id), '[]') from sms.member m where m.group_id = g.id) as members`

const visibleTo = ({ workspaceId, numberId }: KeyScope) =>
  sql`g.workspace_id = ${workspaceId} and (${numberId}::bigint is null or g.number_id = ${numberId})`

export const selectGroups = (database: Queryable, scope: KeyScope): Promise<GroupRow[]> =>
  database.rows<GroupRow>(sql`
    select /* sms.group.selectGroups */ ${columns}
      from sms.group g
      join sms.number n on n.id = g.number_id
     where ${visibleTo(scope)}
     order by g.id`)

export const findGroup = (database: Queryable, scope: KeyScope, id: number): Promise<GroupRow | undefined> =>
  database.find<GroupRow>(sql`
    select /* sms.group.findGroup */ ${columns}
      from sms.group g
      join sms.number n on n.id = g.number_id
     where g.id = ${id} and ${visibleTo(scope)}`)

export const lockGroup = (
  tx: Transaction,
  scope: KeyScope,
  id: number,
): Promise<{ id: number; number_id: number } | undefined> =>
  tx.first<{ id: number; number_id: number }>(sql`
    select /* sms.group.lockGroup */ id, number_id from sms.group g
     where g.id = ${id} and ${visibleTo(scope)}
       for update`)

export async function countGroups(tx: Transaction, workspaceId: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select /* sms.group.countGroups */ count(*)::int as count from sms.group where workspace_id = ${workspaceId}`)
  return count
}

function refuseSecond(error: unknown): never {
  if (brokenConstraint(error) !== 'group_one_active_a_number') throw error
  throw problem.no_number({
    message: 'The number hosts an active group already. Make that one inactive, or use another number.',
  })
}

/** Throws `no_number` when the number hosts an active group. */
export async function insertGroup(
  tx: Transaction,
  workspaceId: number,
  group: { readonly numberId: number; readonly name: string; readonly createdAt: Date },
): Promise<number> {
  const { id } = await tx
    .one<{ id: number }>(sql`
    insert /* sms.group.insertGroup */ into sms.group (workspace_id, number_id, name, active, created_at)
    values (${workspaceId}, ${group.numberId}, ${group.name}, true, ${group.createdAt})
    returning id`)
    .catch(refuseSecond)
  return id
}

/** Throws `no_number` when the number hosts another active group. */
export async function patchGroup(
  tx: Transaction,
  id: number,
  patch: { readonly name?: string | undefined; readonly active?: boolean | undefined },
): Promise<void> {
  await tx
    .run(sql`
    update /* sms.group.patchGroup */
      sms.group set name = coalesce(${patch.name ?? null}, name), active = coalesce(${patch.active ?? null}, active)
     where id = ${id}`)
    .catch(refuseSecond)
}

export const deleteGroupRow = (database: Queryable, scope: KeyScope, id: number): Promise<number> =>
  database.run(sql`
    delete /* sms.group.deleteGroupRow */ from sms.group g where g.id = ${id} and ${visibleTo(scope)}`)

export interface ForwardingGroup {
  readonly id: number
  readonly name: string
  readonly others: readonly string[]
}

/** The active group that the phone is a member of. The caller has checked that the number is the account's. */
export const groupOfMember = (
  tx: Transaction,
  workspaceId: number,
  numberId: number,
  phone: string,
): Promise<ForwardingGroup | undefined> =>
  tx.first<ForwardingGroup>(sql`
    select /* sms.group.groupOfMember */ g.id, sender.name,
           array(
             select other.phone from sms.member other
              where other.group_id = g.id and other.phone <> ${phone}
                and not exists (
                  select from ${currentOptOuts} where o.workspace_id = g.workspace_id and o.phone = other.phone)
              order by other.id
           ) as others
      from sms.group g
      join sms.number n on n.id = g.number_id and n.workspace_id = g.workspace_id and n.removed_at is null
      join sms.member sender on sender.group_id = g.id and sender.phone = ${phone}
     where g.workspace_id = ${workspaceId} and g.number_id = ${numberId} and g.active
       and not identity.is_deleted(g.workspace_id)`)

const recentMax = 200

/** The newest texts of a phone to a group. Rows are compared whole, so that one index is read backwards. */
export const recentTexts = (
  tx: Transaction,
  { workspaceId, group, phone }: { workspaceId: number; group: { id: number }; phone: string },
  since: Date,
): Promise<RecentText[]> =>
  tx.rows<RecentText>(sql`
    select /* sms.group.recentTexts */ body, received_at from (
      select m.id, m.body, m.created_at as received_at, m.group_id, m.status
        from sms.message m
       where (m.workspace_id, m.phone, m.id) > (${workspaceId}, ${phone}, 0)
         and (m.workspace_id, m.phone, m.id) < (${workspaceId}, ${phone}, ${Number.MAX_SAFE_INTEGER})
       order by m.workspace_id desc, m.phone desc, m.id desc
       limit ${recentMax}
    ) newest
     where group_id = ${group.id} and status = 'received' and received_at > ${since}
     order by id desc`)
