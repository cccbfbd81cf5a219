import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Status } from '../message/model.ts'
import type { ReportedStatus } from '../message/rules.ts'
import type { TakenMessage } from './model.ts'

/** The number as a claim needs it. */
export interface ClaimingNumber {
  readonly id: number
  /** null: a number of the pool, which serves every account. */
  readonly workspace_id: number | null
  /** Whose turn was last. */
  readonly served_workspace_id: number
}

/** Holds an online number, so that one claim at a time counts what is with it; undefined when it is held or offline. */
export const holdNumber = (tx: Transaction, id: number): Promise<ClaimingNumber | undefined> =>
  tx.first<ClaimingNumber>(sql`
    select id, workspace_id, served_workspace_id
      from sms.number
     where id = ${id} and online and removed_at is null
       for no key update skip locked`)

/** How many messages are with the number and not reported yet. Exact under `holdNumber`. */
export async function countOutstanding(tx: Transaction, numberId: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from sms.message where number_id = ${numberId} and status = 'sending'`)
  return count
}

/** How many accounts one claim looks at, and how many of the oldest messages of each. */
const accountsMax = 50
const lookAheadMax = 20

/**
 * Accounts with something that this pool number might take, in the order of their turns: from the one after the account
 * that was served last, once round. Steps from account to account along the index of the queue, so the cost does not
 * depend on how much is queued.
 */
export async function accountsInTurn(tx: Transaction, number: ClaimingNumber): Promise<number[]> {
  const { id, served_workspace_id: served } = number
  const rows = await tx.rows<{ workspace_id: number }>(sql`
    with recursive turn (workspace_id, place, wrapped) as (
      select ${served}::bigint, 0, false
      union all
      select next.id, turn.place + 1, turn.wrapped or ahead.id is null
        from turn
        cross join lateral (
          select least(
            (select min(workspace_id) from sms.message
              where status = 'queued' and number_id = ${id} and workspace_id > turn.workspace_id),
            (select min(workspace_id) from sms.message
              where status = 'queued' and number_id is null and workspace_id > turn.workspace_id)
          ) as id
        ) ahead
        cross join lateral (
          -- After the highest account it goes on with the lowest, once.
          select coalesce(ahead.id, case when not turn.wrapped then least(
            (select min(workspace_id) from sms.message where status = 'queued' and number_id = ${id}),
            (select min(workspace_id) from sms.message where status = 'queued' and number_id is null)
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
 * At most `countMax` messages that the number may take, one of each account a round, in the order of `accounts`. A pool
 * message is for the online pool number that last spoke with its recipient for this account; others leave it alone.
 */
export const waitingMessages = (
  tx: Transaction,
  number: ClaimingNumber,
  accounts: readonly number[],
  limits: { readonly countMax: number; readonly now: Date },
): Promise<WaitingMessage[]> =>
  tx.rows<WaitingMessage>(sql`
    with candidate as (
      select waiting.id, account.workspace_id, account.place,
             row_number() over (partition by account.workspace_id order by waiting.id) as round
        from unnest(${accounts}::bigint[]) with ordinality as account (workspace_id, place)
        cross join lateral (
          (select id, phone, true as bound from sms.message
            where status = 'queued' and number_id = ${number.id} and workspace_id = account.workspace_id
              and expires_at > ${limits.now}
            order by id limit ${lookAheadMax})
          union all
          (select id, phone, false from sms.message
            where ${number.workspace_id}::bigint is null and status = 'queued' and number_id is null
              and workspace_id = account.workspace_id and expires_at > ${limits.now}
            order by id limit ${lookAheadMax})
        ) waiting
       where waiting.bound or ${number.id} = coalesce((
           select c.number_id
             from sms.contact c
             join sms.number n on n.id = c.number_id
            where c.workspace_id = account.workspace_id and c.phone = waiting.phone
              and n.online and n.removed_at is null and n.workspace_id is null
            order by c.spoke_at desc, c.wrote_id desc nulls last
            limit 1), ${number.id})
    )
    select id, workspace_id from candidate order by round, place limit ${limits.countMax}`)

/**
 * queued -> sending for what of `ids` still waits; from here on the messages are this number's. What is being cancelled
 * or taken by another number at this moment is passed over.
 */
export const takeMessages = (
  tx: Transaction,
  numberId: number,
  ids: readonly number[],
  now: Date,
): Promise<TakenMessage[]> =>
  tx.rows<TakenMessage>(sql`
    with locked as (
      select id, workspace_id, phone, body from sms.message
       where id = any (${ids}::bigint[]) and status = 'queued'
         for update skip locked
    ),
    taken as (
      update sms.message m
         set status = 'sending', number_id = ${numberId}, taken_at = ${now}
        from locked
       where m.id = locked.id
    ),
    spoken as (
      insert into sms.contact as c (workspace_id, phone, number_id, spoke_at, wrote_at, wrote_id)
      select workspace_id, phone, ${numberId}::bigint, ${now}::timestamptz, ${now}::timestamptz, max(id)
        from locked group by workspace_id, phone
      on conflict (workspace_id, phone, number_id) do update
         set spoke_at = greatest(c.spoke_at, excluded.spoke_at),
             wrote_at = greatest(c.wrote_at, excluded.wrote_at),
             wrote_id = greatest(c.wrote_id, excluded.wrote_id)
    )
    select id, phone, body from locked order by id`)

/** Notes whose turn it was; `takenAt` when something was taken in it. */
export async function noteTurn(
  tx: Transaction,
  numberId: number,
  workspaceId: number,
  takenAt: Date | null,
): Promise<void> {
  await tx.run(sql`
    update sms.number
       set served_workspace_id = ${workspaceId}, served_at = coalesce(${takenAt}, served_at)
     where id = ${numberId}`)
}

export interface ReportedMessage {
  readonly id: number
  readonly number_id: number
  readonly status: Status
}

/** Holds what was handed to a number, in order of ids, so that two reports wait for one another and never deadlock. */
export const holdHanded = (tx: Transaction, ids: readonly number[]): Promise<ReportedMessage[]> =>
  tx.rows<ReportedMessage>(sql`
    select id, number_id, status from sms.message
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

/** Writes steps that were decided under `holdHanded`. A confirmation that comes first also says when it was sent. */
export async function writeSteps(tx: Transaction, steps: readonly Step[]): Promise<void> {
  await tx.run(sql`
    update sms.message m
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

/**
 * Expires at most `countMax` messages whose time is over before a phone had them, and takes their metered charges back.
 * The allowance is not given back. Returns how many expired.
 */
export async function expireQueued(tx: Transaction, now: Date, countMax: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    with due as (
      select id, workspace_id, (created_at at time zone 'UTC')::date as day, charge_micros from sms.message
       where status = 'queued' and expires_at <= ${now}
       order by expires_at
       limit ${countMax}
         for update skip locked
    ),
    expired as (
      update sms.message m set status = 'expired', charge_micros = 0 from due where m.id = due.id
    ),
    refund as (
      update sms.usage u
         set charged_micros = u.charged_micros - back.micros
        from (
          select workspace_id, day, sum(charge_micros)::bigint as micros from due
           where charge_micros > 0 group by workspace_id, day
        ) back
       where u.workspace_id = back.workspace_id and u.day = back.day
    )
    select count(*)::int as count from due`)
  return count
}
