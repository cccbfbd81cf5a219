import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Some of the texts, with everything that happened to them; resolves with how many. The ledger of usage stays. */
export async function deleteTexts(tx: Transaction, workspaceId: number, max: number): Promise<number> {
  const rows = await tx.rows<{ id: number }>(sql`
    select /* sms.removal.deleteTexts */ id from sms.message
     where workspace_id = ${workspaceId}
     order by workspace_id, id
     limit ${max}`)
  const gone = rows.map(({ id }) => id)
  // Before the unrouted texts, which they name. A text that was assigned has no other row here.
  await tx.run(sql`
    delete /* sms.removal.deleteTexts.2 */ from sms.inbound
     where message_id = any (${gone}::bigint[])
        or unrouted_id = any (array(select id from sms.unrouted where message_id = any (${gone}::bigint[])))`)
  await tx.run(sql`
    with /* sms.removal.deleteTexts.3 */
    queued as (delete from sms.queue where message_id = any (${gone}::bigint[])),
    retried as (delete from sms.retry where message_id = any (${gone}::bigint[])),
    listed as (delete from sms.phone_item where message_id = any (${gone}::bigint[])),
    parts as (delete from sms.phone_parts where message_id = any (${gone}::bigint[])),
    simulated as (delete from sms.simulated_text where message_id = any (${gone}::bigint[])),
    handed as (delete from sms.handoff where message_id = any (${gone}::bigint[])),
    assigned as (delete from sms.unrouted where message_id = any (${gone}::bigint[]))
    delete from sms.message where id = any (${gone}::bigint[])`)
  return gone.length
}

export async function deleteGroups(tx: Transaction, workspaceId: number): Promise<void> {
  await tx.run(
    sql`delete /* sms.removal.deleteGroups */ from sms."group" where workspace_id = ${workspaceId}`,
  )
}

export interface DedicatedNumber {
  readonly id: number
  readonly carrier: string
  /** Whether another account spoke with someone over it, or has a group on it or answers to sends that name it. */
  readonly shared: boolean
}

export const dedicatedNumbers = (tx: Transaction, workspaceId: number): Promise<DedicatedNumber[]> =>
  tx.rows<DedicatedNumber>(sql`
    select /* sms.removal.dedicatedNumbers */ n.id, n.carrier,
           exists (select from sms.contact c where c.number_id = n.id and c.workspace_id <> ${workspaceId})
           or exists (select from sms."group" g where g.number_id = n.id and g.workspace_id <> ${workspaceId})
           or exists (select from sms.idempotency i where i.number_id = n.id and i.workspace_id <> ${workspaceId}) as shared
      from sms.number n
     where n.dedicated_to = ${workspaceId}
     order by n.id
       for update of n`)

/** Given to nobody; the operator decides about it. */
export const releaseNumber = (tx: Transaction, id: number): Promise<number> =>
  tx.run(sql`
    update /* sms.removal.releaseNumber */ sms.number set workspace_id = 0 where id = ${id}`)

/** A simulated number, which no message names any more. */
export async function deleteSimulatedNumber(tx: Transaction, id: number): Promise<void> {
  await tx.run(sql`delete /* sms.removal.deleteSimulatedNumber */ from sms.inbound where number_id = ${id}`)
  await tx.run(
    sql`delete /* sms.removal.deleteSimulatedNumber.2 */ from sms.unrouted where number_id = ${id}`,
  )
  await tx.run(
    sql`delete /* sms.removal.deleteSimulatedNumber.3 */ from sms.idempotency where number_id = ${id}`,
  )
  await tx.run(sql`delete /* sms.removal.deleteSimulatedNumber.4 */ from sms.retry where number_id = ${id}`)
  await tx.run(
    sql`delete /* sms.removal.deleteSimulatedNumber.5 */ from sms.sent_parts where number_id = ${id}`,
  )
  await tx.run(
    sql`delete /* sms.removal.deleteSimulatedNumber.6 */ from sms.simulator where number_id = ${id}`,
  )
  await tx.run(
    sql`delete /* sms.removal.deleteSimulatedNumber.7 */ from sms.number_change where number_id = ${id}`,
  )
  await tx.run(sql`delete /* sms.removal.deleteSimulatedNumber.8 */ from sms.number where id = ${id}`)
}

/** The last step, under the lock of the account: no message is left. */
export async function deleteAccount(tx: Transaction, workspaceId: number): Promise<void> {
  await tx.run(
    sql`delete /* sms.removal.deleteAccount */ from sms.conversation where workspace_id = ${workspaceId}`,
  )
  await tx.run(
    sql`delete /* sms.removal.deleteAccount.2 */ from sms.read_mark where workspace_id = ${workspaceId}`,
  )
  await tx.run(
    sql`delete /* sms.removal.deleteAccount.3 */ from sms.contact where workspace_id = ${workspaceId}`,
  )
  await tx.run(
    sql`delete /* sms.removal.deleteAccount.4 */ from sms.optout where workspace_id = ${workspaceId}`,
  )
  await tx.run(
    sql`delete /* sms.removal.deleteAccount.5 */ from sms.idempotency where workspace_id = ${workspaceId}`,
  )
  await tx.run(
    sql`delete /* sms.removal.deleteAccount.6 */ from sms.usage where workspace_id = ${workspaceId}`,
  )
  await tx.run(
    sql`delete /* sms.removal.deleteAccount.7 */ from sms.account where workspace_id = ${workspaceId}`,
  )
}

export const deleteContacts = (tx: Transaction, workspaceId: number): Promise<number> =>
  tx.run(sql`delete /* sms.removal.deleteContacts */ from sms.contact where workspace_id = ${workspaceId}`)

export const deleteMarksOf = (database: Queryable, userId: number): Promise<number> =>
  database.run(sql`delete /* sms.removal.deleteMarksOf */ from sms.read_mark where user_id = ${userId}`)
