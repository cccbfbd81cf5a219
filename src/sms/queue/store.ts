import type { Transaction } from '../../platform/database/database.ts'
import { joined, sql } from '../../platform/database/sql.ts'
import type { BodyRow } from '../message/body.ts'
import type { Status } from '../message/model.ts'
import type { ReportedStatus } from '../message/rules.ts'
import { systemAccountId } from '../account/model.ts'
import { poolLane, systemLane } from './model.ts'

/** The number as a claim needs it. */
export interface ClaimingNumber {
  readonly id: number
  /** null: a number of the pool, which serves every account. */
  readonly workspace_id: number | null
  /** The account that was served last. */
  readonly served_workspace_id: number
}

/** Locks an online number, so that one claim at a time counts its messages; undefined when it is locked or offline. */
export const holdNumber = (tx: Transaction, id: number): Promise<ClaimingNumber | undefined> =>
  tx.first<ClaimingNumber>(sql`
    select /* sms.queue.holdNumber */ id, workspace_id, served_workspace_id
      from sms.number
     where id = ${id} and online and removed_at is null
       for no key update skip locked`)

/** How many unreported messages the number has. Exact under `holdNumber`. */
export async function countOutstanding(tx: Transaction, numberId: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select /* sms.queue.countOutstanding */
      count(*)::int as count from sms.message where number_id = ${numberId} and status = 'sending'`)
  return count
}

/** How many accounts one claim considers, and how many of the oldest messages of each. */
const accountsMax = 50
const lookAheadMax = 20

/*
 * The queue grows from nothing to hundreds of thousands of rows within seconds. These pieces keep the statements that
 * use them from being prepared, so that each run is planned for the current size.
 */
const inLane = (lane: number) => sql`lane = ${lane}`
/** The oldest of one account in a lane. Rows are compared whole and ordered by all columns, which leaves one index. */
const oldestInLane = (lane: number, now: Date) => sql`
  (select message_id as id, lane, phone from sms.queue
    where (lane, workspace_id, message_id) > (${lane}, account.workspace_id, 0)
      and (lane, workspace_id, message_id) < (${lane}, account.workspace_id + 1, 0)
      and expires_at > ${now}
    order by lane, workspace_id, message_id
    limit ${lookAheadMax})`

/**
 * Accounts with messages that this pool number might take, in turn: from the one after the account that was served
 * last, once around. Steps from account to account along the index of the queue, so the cost does not depend on the
 * length of the queue.
 */
export async function accountsInTurn(tx: Transaction, number: ClaimingNumber): Promise<number[]> {
  const served = number.served_workspace_id
  const [bound, inPool] = [inLane(number.id), inLane(poolLane)]
  const rows = await tx.rows<{ workspace_id: number }>(sql`
    with /* sms.queue.accountsInTurn */ recursive turn (workspace_id, place, wrapped) as (
      select ${served}::bigint, 0, false
      union all
      select next.id, turn.place + 1, turn.wrapped or ahead.id is null
        from turn
        cross join lateral (
          select least(
            (select min(workspace_id) from sms.queue where ${bound} and workspace_id > turn.workspace_id),
            (select min(workspace_id) from sms.queue where ${inPool} and workspace_id > turn.workspace_id)
          ) as id
        ) ahead
        cross join lateral (
          -- After the highest account it continues with the lowest, once.
          select coalesce(ahead.id, case when not turn.wrapped then least(
            (select min(workspace_id) from sms.queue where ${bound}),
            (select min(workspace_id) from sms.queue where ${inPool})
          ) end) as id
        ) next
       where turn.place < ${accountsMax} and next.id is not null
         and not ((turn.wrapped or ahead.id is null) and next.id > ${served})
    )
    select workspace_id from turn where place > 0 order by place`)
  return rows.map((row) => row.workspace_id)
}

export interface WaitingMessage {
  readonly id: number
  readonly workspace_id: number
}

/**
 * At most `countMax` messages that the number may take: those of the operator's own account first, then one of each
 * account a round, in the order of `accounts`. A pool message is for the online pool number that last wrote to its recipient for this account; others leave it alone.
 */
export const waitingMessages = (
  tx: Transaction,
  number: ClaimingNumber,
  accounts: readonly number[],
  limits: { readonly countMax: number; readonly now: Date },
): Promise<WaitingMessage[]> => {
  const lanes = number.workspace_id === null ? [number.id, poolLane, systemLane] : [number.id]
  const waiting = lanes.map((lane) => oldestInLane(lane, limits.now))
  return tx.rows<WaitingMessage>(sql`
    with /* sms.queue.waitingMessages */ candidate as (
      select waiting.id, account.workspace_id, account.place,
             row_number() over (partition by account.workspace_id order by waiting.id) as round
        from unnest(${accounts}::bigint[]) with ordinality as account (workspace_id, place)
        cross join lateral (
          ${joined(waiting, ' union all ', sql``)}
        ) waiting
       where waiting.lane = ${number.id} or ${number.id} = coalesce((
           select c.number_id
             from sms.contact c
             join sms.number n on n.id = c.number_id
            where c.workspace_id = account.workspace_id and c.phone = waiting.phone
              and n.online and n.removed_at is null and n.workspace_id is null
            order by c.spoke_at desc, c.wrote_id desc nulls last
            limit 1), ${number.id})
    )
    select id, workspace_id from candidate
     order by workspace_id <> ${systemAccountId}, round, place
     limit ${limits.countMax}`)
}

export interface TakenRow extends BodyRow {
  readonly id: number
}

/**
 * queued -> sending for those of `ids` that still wait; from here on the messages are this number's. Skips messages
 * that are being cancelled or taken by another number at this moment.
 */
export const takeMessages = (
  tx: Transaction,
  numberId: number,
  ids: readonly number[],
  now: Date,
): Promise<TakenRow[]> =>
  tx.rows<TakenRow>(sql`
    with /* sms.queue.takeMessages */ locked as (
      select message_id from sms.queue where message_id = any (${ids}::bigint[]) for update skip locked
    ),
    unqueued as (
      delete from sms.queue q using locked where q.message_id = locked.message_id
    ),
    taken as (
      update sms.message m
         set status = 'sending', number_id = ${numberId}, taken_at = ${now}
        from locked
       where m.id = locked.message_id
      returning m.id, m.workspace_id, m.phone, m.body, m.sealed_body
    ),
    spoken as (
      insert into sms.contact as c (workspace_id, phone, number_id, spoke_at, wrote_at, wrote_id)
      select workspace_id, phone, ${numberId}::bigint, ${now}::timestamptz, ${now}::timestamptz, max(id)
        from taken group by workspace_id, phone
      on conflict (workspace_id, phone, number_id) do update
         set spoke_at = greatest(c.spoke_at, excluded.spoke_at),
             wrote_at = greatest(c.wrote_at, excluded.wrote_at),
             wrote_id = greatest(c.wrote_id, excluded.wrote_id)
    )
    select id, phone, body, sealed_body from taken order by workspace_id <> ${systemAccountId}, id`)

/** Records which account was served; `takenAt` when something was taken. */
export async function noteTurn(
  tx: Transaction,
  numberId: number,
  workspaceId: number,
  takenAt: Date | null,
): Promise<void> {
  await tx.run(sql`
    update /* sms.queue.noteTurn */ sms.number
       set served_workspace_id = ${workspaceId}, served_at = coalesce(${takenAt}, served_at)
     where id = ${numberId}`)
}

export interface ReportedMessage {
  readonly id: number
  readonly number_id: number
  readonly status: Status
}

/**
 * Locks the messages of a number, in order of ids, so that concurrent reports wait for one another and never deadlock.
 */
export const holdHanded = (tx: Transaction, ids: readonly number[]): Promise<ReportedMessage[]> =>
  tx.rows<ReportedMessage>(sql`
    select /* sms.queue.holdHanded */ id, number_id, status from sms.message
     where id = any (${ids}::bigint[]) and taken_at is not null
     order by id
       for no key update`)

/** One step forward of one message. */
export interface Step {
  readonly id: number
  readonly status: ReportedStatus
  readonly at: Date
  readonly errorCode: string | null
  readonly errorMessage: string | null
}

/** Writes steps that were decided under `holdHanded`. A delivery that comes first also sets the time of sending. */
export async function writeSteps(tx: Transaction, steps: readonly Step[]): Promise<void> {
  await tx.run(sql`
    update /* sms.queue.writeSteps */ sms.message m
       set status = step.status,
           sent_at = case when step.status in ('sent', 'delivered') then coalesce(m.sent_at, step.at) else m.sent_at end,
           delivered_at = case when step.status = 'delivered' then greatest(step.at, m.sent_at) end,
           error_code = step.error_code,
           error_message = step.error_message
      from unnest(
        ${steps.map(({ id }) => id)}::bigint[], ${steps.map(({ status }) => status)}::text[],
        ${steps.map(({ at }) => at)}::timestamptz[], ${steps.map(({ errorCode }) => errorCode)}::text[],
        ${steps.map(({ errorMessage }) => errorMessage)}::text[]
      ) as step (id, status, at, error_code, error_message)
     where m.id = step.id`)
}
