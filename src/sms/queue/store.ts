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
 * Hands up to `countMax` messages to the held number: queued -> sending, bound to it from here on. Accounts take turns,
 * one message a round, beginning after the one that was served last. `turn` steps from account to account along the
 * queue's index, so the cost does not depend on how much is queued. A pool message goes to the online pool number that
 * last spoke with its recipient for this account; others leave it alone.
 */
export const takeMessages = (
  tx: Transaction,
  number: ClaimingNumber,
  countMax: number,
  now: Date,
): Promise<TakenMessage[]> =>
  tx.rows<TakenMessage>(sql`
    with recursive
    self (id, pool, own_id, served_id) as (
      values (${number.id}::bigint, ${number.workspace_id === null}::boolean, ${number.workspace_id}::bigint,
              ${number.served_workspace_id}::bigint)
    ),
    turn (workspace_id, place, wrapped) as (
      select served_id, 0, false from self
      union all
      select next.id, turn.place + 1, turn.wrapped or ahead.id is null
        from turn
        cross join self
        cross join lateral (
          select least(
            (select min(workspace_id) from sms.message
              where status = 'queued' and number_id = self.id and workspace_id > turn.workspace_id),
            (select min(workspace_id) from sms.message
              where status = 'queued' and number_id is null and self.pool and workspace_id > turn.workspace_id)
          ) as id
        ) ahead
        cross join lateral (
          -- After the highest account it goes on with the lowest, once.
          select coalesce(ahead.id, case when not turn.wrapped then least(
            (select min(workspace_id) from sms.message where status = 'queued' and number_id = self.id),
            (select min(workspace_id) from sms.message
              where status = 'queued' and number_id is null and self.pool)
          ) end) as id
        ) next
       where turn.place < ${accountsMax} and next.id is not null
         and not ((turn.wrapped or ahead.id is null) and next.id > self.served_id)
    ),
    candidate as (
      select waiting.id, turn.workspace_id, turn.place,
             row_number() over (partition by turn.workspace_id order by waiting.id) as round
        from turn
        cross join self
        cross join lateral (
          (select id, phone, true as bound from sms.message
            where status = 'queued' and number_id = self.id and workspace_id = turn.workspace_id
              and expires_at > ${now}
            order by id limit ${lookAheadMax})
          union all
          (select id, phone, false from sms.message
            where status = 'queued' and number_id is null and workspace_id = turn.workspace_id and self.pool
              and expires_at > ${now}
            order by id limit ${lookAheadMax})
        ) waiting
       where turn.place > 0
         -- A number that was taken from an account no longer sends what the account left behind.
         and (self.pool or turn.workspace_id = self.own_id)
         and (waiting.bound or self.id = coalesce((
           select c.number_id
             from sms.contact c
             join sms.number n on n.id = c.number_id
            where c.workspace_id = turn.workspace_id and c.phone = waiting.phone
              and n.online and n.removed_at is null and n.workspace_id is null
            order by c.spoke_at desc, c.wrote_id desc nulls last
            limit 1), self.id))
    ),
    chosen as (
      select id, workspace_id, place, round from candidate order by round, place limit ${countMax}
    ),
    -- What is being cancelled or taken by another number at this moment is passed over.
    locked as (
      select id, workspace_id, phone, body from sms.message
       where id in (select id from chosen) and status = 'queued'
         for update skip locked
    ),
    taken as (
      update sms.message m
         set status = 'sending', number_id = ${number.id}, taken_at = ${now}
        from locked
       where m.id = locked.id
    ),
    spoken as (
      insert into sms.contact as c (workspace_id, phone, number_id, spoke_at, wrote_at, wrote_id)
      select workspace_id, phone, ${number.id}::bigint, ${now}::timestamptz, ${now}::timestamptz, max(id) from locked group by workspace_id, phone
      on conflict (workspace_id, phone, number_id) do update
         set spoke_at = greatest(c.spoke_at, excluded.spoke_at),
             wrote_at = greatest(c.wrote_at, excluded.wrote_at),
             wrote_id = greatest(c.wrote_id, excluded.wrote_id)
    ),
    served as (
      update sms.number n
         set served_workspace_id = last.workspace_id,
             served_at = case when exists (select from locked) then ${now}::timestamptz else n.served_at end
        from (
          -- When all that was looked at belongs to other numbers, the next claim must look further.
          select workspace_id from (
            select workspace_id, true as served, round, place from chosen
            union all
            select workspace_id, false, 0, place from turn where place > 0
          ) looked
          order by served desc, round desc, place desc
          limit 1
        ) last
       where n.id = ${number.id}
    )
    select id, phone, body from locked order by id`)

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
