import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  firstLane,
  type Lane,
  type Outcome,
  pausedLane,
  retryLane,
  type Share,
  type TakenDelivery,
  type Waiting,
} from './model.ts'

/**
 * Lets deliveries begin whose time has come: retries, and those of a worker that stopped in the middle of them. Returns how many.
 */
export const releaseDue = (database: Queryable, now: Date, countMax: number): Promise<number> =>
  database.run(sql`
    with /* webhooks.delivery.releaseDue */ due as (
      select id from webhooks.delivery
       where status = 'pending' and lane is null and due_at <= ${now}
       order by due_at
       limit ${countMax}
         for update skip locked
    )
    update webhooks.delivery d
       set lane = case when attempts = 0 then ${firstLane}::int else ${retryLane}::int end, claim_id = null
      from due
     where d.id = due.id`)

/*
 * A queue grows from nothing to hundreds of thousands of rows within seconds. This piece keeps the statements that use it from
 * being prepared, so that each run is planned for the current size.
 */
const inLane = (lane: Lane) => sql`lane = ${lane}`

/**
 * Whether a delivery may begin, or its time has come. Nearly always there is none, and this is the cheapest way to see that: it is
 * prepared, which a queue that grew since can stand, because while deliveries begin nobody asks.
 */
export async function hasWork(database: Queryable, now: Date): Promise<boolean> {
  const { found } = await database.one<{ found: boolean }>(sql`
    select /* webhooks.delivery.hasWork */
           exists (select from webhooks.delivery where lane = ${firstLane}::int)
           or exists (select from webhooks.delivery where lane = ${retryLane}::int)
           or exists (select from webhooks.delivery
                       where status = 'pending' and lane is null and due_at <= ${now}) as found`)
  return found
}

/**
 * Webhooks with deliveries that may begin, behind one of them in the order of workspaces. Steps from webhook to webhook along
 * the index, so the cost does not depend on how many deliveries wait.
 */
export const webhooksInTurn = (
  database: Queryable,
  lane: Lane,
  after: Waiting,
  countMax: number,
): Promise<Waiting[]> => {
  const waiting = inLane(lane)
  return database.rows<Waiting>(sql`
    with /* webhooks.delivery.webhooksInTurn */ recursive turn (workspace_id, webhook_id, place) as (
      select ${after.workspaceId}::bigint, ${after.webhookId}::bigint, 0
      union all
      select next.workspace_id, next.webhook_id, turn.place + 1
        from turn
        cross join lateral (
          select workspace_id, webhook_id from webhooks.delivery
           where ${waiting} and (workspace_id, webhook_id) > (turn.workspace_id, turn.webhook_id)
           order by lane, workspace_id, webhook_id
           limit 1
        ) next
       where turn.place < ${countMax}
    )
    select workspace_id as "workspaceId", webhook_id as "webhookId" from turn where place > 0 order by place`)
}

/** Until when the attempts of a claim are its own. */
export interface Lease {
  readonly lane: Lane
  readonly endsAt: Date
}

/**
 * Takes the oldest deliveries of each webhook that nobody else takes at this moment, as one claim. Nothing is lost when the
 * commit is, so it need not reach the disk first.
 */
export const takeDeliveries = (
  database: Queryable,
  shares: readonly Share[],
  { lane, endsAt }: Lease,
): Promise<TakenDelivery[]> => {
  const waiting = inLane(lane)
  return database.rows<TakenDelivery>(sql`
    with /* webhooks.delivery.takeDeliveries */ claim as materialized (
      select nextval('webhooks.claim') as id, set_config('synchronous_commit', 'off', true)
    ), chosen as (
      select d.id
        from unnest(
          ${shares.map(({ workspaceId }) => workspaceId)}::bigint[],
          ${shares.map(({ webhookId }) => webhookId)}::bigint[],
          ${shares.map(({ count }) => count)}::int[]
        ) as share (workspace_id, webhook_id, count)
        cross join lateral (
          select id from webhooks.delivery
           where ${waiting} and workspace_id = share.workspace_id and webhook_id = share.webhook_id
           order by lane, workspace_id, webhook_id, id
           limit share.count
             for update skip locked
        ) d
    ), taken as (
      update webhooks.delivery d
         set lane = null, claim_id = claim.id, attempts = attempts + 1, due_at = ${endsAt}
        from chosen, claim
       where d.id = chosen.id
      returning d.*
    )
    select taken.id, taken.claim_id as "claimId", taken.workspace_id as "workspaceId", taken.webhook_id as "webhookId",
           taken.event, taken.data::text as data, taken.attempts, taken.created_at as "createdAt",
           w.url, w.sealed_secret as "sealedSecret", w.active, w.created_by as "createdBy"
      from taken join webhooks.webhook w on w.id = taken.webhook_id
     order by taken.id`)
}

/**
 * Writes what came of attempts, unless their claim is not theirs any more, and shows the last of it at the webhooks.
 */
export async function finishDeliveries(database: Queryable, outcomes: readonly Outcome[]): Promise<void> {
  await database.run(sql`
    with /* webhooks.delivery.finishDeliveries */ outcome as materialized (
      select *, set_config('synchronous_commit', 'off', true) from unnest(
        ${outcomes.map(({ id }) => id)}::bigint[], ${outcomes.map(({ claimId }) => claimId)}::bigint[],
        ${outcomes.map(({ attempted }) => attempted)}::boolean[],
        ${outcomes.map(({ result }) => result.status)}::int[], ${outcomes.map(({ result }) => result.error)}::text[],
        ${outcomes.map(({ endedAt }) => endedAt)}::timestamptz[],
        ${outcomes.map(({ nextAt }) => nextAt)}::timestamptz[]
      ) with ordinality as outcome (id, claim_id, attempted, response_status, error, ended_at, next_at, place)
    ), finished as (
      update webhooks.delivery d
         set status = case when o.error is null then 'delivered' when o.next_at is null then 'failed' else 'pending' end,
             attempts = d.attempts - case when o.attempted then 0 else 1 end,
             claim_id = null,
             due_at = o.next_at,
             response_status = case when o.attempted then o.response_status else d.response_status end,
             last_error = o.error,
             delivered_at = case when o.error is null then o.ended_at end
        from outcome o
       where d.id = o.id and d.claim_id = o.claim_id
      returning d.webhook_id, o.place, o.attempted, d.delivered_at, o.response_status, o.error
    ), latest as (
      select webhook_id, max(delivered_at) as delivered_at,
             (array_agg(response_status order by place desc) filter (where response_status is not null))[1] as status,
             (array_agg(error order by place desc))[1] as error
        from finished where attempted group by webhook_id
    )
    update webhooks.webhook w
       set last_status = coalesce(latest.status, w.last_status),
           last_error = latest.error,
           last_delivered_at = coalesce(latest.delivered_at, w.last_delivered_at)
      from latest
     where w.id = latest.webhook_id`)
}

/** What waits for one webhook, up to `countMax` of each lane, locked. */
const waitingFor = ({ workspaceId, webhookId }: Waiting, countMax: number) => sql`(
  select d.id
    from (values (${firstLane}::int), (${retryLane}::int)) as each (lane)
    cross join lateral (
      select id from webhooks.delivery
       where lane = each.lane and workspace_id = ${workspaceId} and webhook_id = ${webhookId}
       order by lane, workspace_id, webhook_id, id
       limit ${countMax}
         for update skip locked
    ) d)`

/** Why the deliveries of a webhook end. */
export interface End extends Waiting {
  readonly error: string
}

/**
 * Fails what waits for a webhook that gets nothing any more, up to `countMax` of each lane, and switches the webhook off.
 */
export async function endDeliveries(database: Queryable, end: End, countMax: number): Promise<void> {
  await database.run(sql`
    with /* webhooks.delivery.endDeliveries */ waiting as ${waitingFor(end, countMax)}, ended as (
      update webhooks.delivery d
         set status = 'failed', lane = null, due_at = null, last_error = ${end.error}
        from waiting
       where d.id = waiting.id
    )
    update webhooks.webhook set active = false, last_error = ${end.error} where id = ${end.webhookId}`)
}

/**
 * Gives back what was just taken for a webhook, and lets it wait with everything else for the same webhook. The caller holds the lock
 * of the person who is disabled: enabling them moves all of it back, and comes before or after.
 */
export async function pauseDeliveries(
  tx: Transaction,
  taken: readonly TakenDelivery[],
  { countMax, error }: { readonly countMax: number; readonly error: string },
): Promise<void> {
  const [first] = taken
  if (!first) return
  await tx.run(sql`
    with /* webhooks.delivery.pauseDeliveries */ waiting as ${waitingFor(first, countMax)}, paused as (
      update webhooks.delivery d set lane = ${pausedLane}, last_error = ${error}
        from waiting
       where d.id = waiting.id
    )
    update webhooks.delivery
       set lane = ${pausedLane}, claim_id = null, attempts = attempts - 1, last_error = ${error}
     where id = any(${taken.map(({ id }) => id)}::bigint[]) and claim_id = ${first.claimId}`)
}
