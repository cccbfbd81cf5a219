import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** With everything that happened to them. The ledger of usage stays. */
export async function deleteTexts(database: Queryable, workspaceId: number, max: number): Promise<number> {
  const { texts } = await database.one<{ texts: number }>(sql`
    with /* sms.removal.deleteTexts */ gone as (
      delete from sms.message where id = any (array(
        select id from sms.message where workspace_id = ${workspaceId} order by workspace_id, id limit ${max}))
      returning id, number_id
    ),
    queued as (delete from sms.queue where message_id = any (array(select id from gone))),
    retried as (delete from sms.retry where message_id = any (array(select id from gone))),
    listed as (delete from sms.phone_item where message_id = any (array(select id from gone))),
    parts as (delete from sms.phone_parts where message_id = any (array(select id from gone))),
    simulated as (delete from sms.simulated_text where message_id = any (array(select id from gone))),
    handed as (delete from sms.handoff where message_id = any (array(select id from gone))),
    received as (
      delete from sms.inbound
       where number_id = any (array(select distinct number_id from gone)) and message_id = any (array(select id from gone))
      returning unrouted_id
    ),
    assigned as (delete from sms.unrouted where message_id = any (array(select id from gone)))
    select count(*) as texts from gone`)
  return texts
}

export async function deleteGroups(tx: Transaction, workspaceId: number): Promise<void> {
  await tx.run(
    sql`delete /* sms.removal.deleteGroups */ from sms."group" where workspace_id = ${workspaceId}`,
  )
}

export interface DedicatedNumber {
  readonly id: number
  readonly carrier: string
  /** Whether another account spoke with someone over it. */
  readonly shared: boolean
}

export const dedicatedNumbers = (tx: Transaction, workspaceId: number): Promise<DedicatedNumber[]> =>
  tx.rows<DedicatedNumber>(sql`
    select /* sms.removal.dedicatedNumbers */ n.id, n.carrier,
           exists (select from sms.contact c where c.number_id = n.id and c.workspace_id <> ${workspaceId}) as shared
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
