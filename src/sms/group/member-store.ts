import { brokenConstraint } from '../../platform/database/connection.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { currentOptOuts } from '../optout/store.ts'
import type { GroupMember } from './model.ts'
import { type MemberDraft, takenPhone } from './rules.ts'

const refuseSamePhone =
  (phone: string | undefined) =>
  (error: unknown): never => {
    if (phone === undefined || brokenConstraint(error) !== 'member_one_phone') throw error
    throw takenPhone(phone)
  }

/** Adds members in order. Needs the lock of the group. Throws `bad_request` for a phone that the group has. */
export async function insertMembers(
  tx: Transaction,
  groupId: number,
  members: readonly MemberDraft[],
): Promise<number[]> {
  const rows = await tx
    .rows<{ id: number }>(sql`
    insert /* sms.group.insertMembers */ into sms.member (group_id, name, phone, admin)
    select ${groupId}, name, phone, admin
      from unnest(${members.map(({ name }) => name)}::text[], ${members.map(({ phone }) => phone)}::text[],
                  ${members.map(({ admin }) => admin)}::boolean[]) with ordinality as given (name, phone, admin, place)
     order by place
    returning id`)
    .catch(refuseSamePhone(members[0]?.phone))
  return rows.map(({ id }) => id)
}

/** Exact while the group is locked. */
export async function countMembers(tx: Transaction, groupId: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select /* sms.group.countMembers */ count(*)::int as count from sms.member where group_id = ${groupId}`)
  return count
}

export const patchMember = (
  tx: Transaction,
  groupId: number,
  id: number,
  patch: { readonly [Field in keyof MemberDraft]?: MemberDraft[Field] | undefined },
): Promise<GroupMember | undefined> =>
  tx
    .first<GroupMember>(sql`
    update /* sms.group.patchMember */ sms.member
       set name = coalesce(${patch.name ?? null}, name), phone = coalesce(${patch.phone ?? null}, phone),
           admin = coalesce(${patch.admin ?? null}, admin)
     where id = ${id} and group_id = ${groupId}
    returning id, name, phone, admin`)
    .catch(refuseSamePhone(patch.phone))

export const deleteMember = async (tx: Transaction, groupId: number, id: number): Promise<boolean> =>
  (await tx.run(sql`
    delete /* sms.group.deleteMember */ from sms.member where id = ${id} and group_id = ${groupId}`)) > 0

export interface MutedMember {
  readonly id: number
  readonly opted_out_at: Date
}

/** The members whose phones sent STOP, in the order of the group. */
export const mutedMembers = (
  database: Queryable,
  workspaceId: number,
  groupId: number,
): Promise<MutedMember[]> =>
  database.rows<MutedMember>(sql`
    select /* sms.group.mutedMembers */ m.id, o.opted_out_at
      from sms.member m
      join ${currentOptOuts} on o.workspace_id = ${workspaceId} and o.phone = m.phone
     where m.group_id = ${groupId}
     order by m.id`)
