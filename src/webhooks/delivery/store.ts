import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  firstLane,
  type DeliveryLane,
  type DeliveryOutcome,
  pausedLane,
  retryLane,
  type DeliveryAllocation,
  type TakenDelivery,
  type WaitingWebhook,
} from './model.ts'

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

/** A fragment keeps statements from being prepared: the queue grows within seconds, and each run needs its own plan. */
const inLane = (lane: DeliveryLane) => sql`lane = ${lane}`

/** Whether a delivery may begin or is due. Prepared, because it runs only while the queue is short. */
export async function hasWork(database: Queryable, now: Date): Promise<boolean> {
  const { found } = await database.one<{ found: boolean }>(sql`
    select /* webhooks.delivery.hasWork */
           exists (select from webhooks.delivery where lane = ${firstLane}::int)
           or exists (select from webhooks.delivery where lane = ${retryLane}::int)
           or exists (select from webhooks.delivery
                       where status = 'pending' and lane is null and due_at <= ${now}) as found`)
  return found
}

/** The next waiting webhooks by workspace. Skips along the index, so the cost does not depend on the length of queues. */
export const listWaitingWebhooks = (
  database: Queryable,
  lane: DeliveryLane,
  after: WaitingWebhook,
  countMax: number,
): Promise<WaitingWebhook[]> => {
  const waiting = inLane(lane)
  return database.rows<WaitingWebhook>(sql`
    with /* webhooks.delivery.listWaitingWebhooks */ recursive step (workspace_id, webhook_id, place) as (
      select ${after.workspaceId}::bigint, ${after.webhookId}::bigint, 0
      union all
      select next.workspace_id, next.webhook_id, step.place + 1
        from step
        cross join lateral (
          select workspace_id, webhook_id from webhooks.delivery
           where ${waiting} and (workspace_id, webhook_id) > (step.workspace_id, step.webhook_id)
           order by lane, workspace_id, webhook_id
           limit 1
        ) next
       where step.place < ${countMax}
    )
    select workspace_id as "workspaceId", webhook_id as "webhookId" from step where place > 0 order by place`)
}

export interface ClaimLease {
  readonly lane: DeliveryLane
  readonly endsAt: Date
}

/** Claims the oldest unlocked deliveries of each webhook. The commit is asynchronous: losing it only repeats the claim. */
export const takeDeliveries = (
  database: Queryable,
  allocations: readonly DeliveryAllocation[],
  { lane, endsAt }: ClaimLease,
): Promise<TakenDelivery[]> => {
  const waiting = inLane(lane)
  return database.rows<TakenDelivery>(sql`
    with /* webhooks.delivery.takeDeliveries */ claim as materialized (
      select nextval('webhooks.claim') as id, set_config('synchronous_commit', 'off', true)
    ), chosen as (
      select d.id
        from unnest(
          ${allocations.map(({ workspaceId }) => workspaceId)}::bigint[],
          ${allocations.map(({ webhookId }) => webhookId)}::bigint[],
          ${allocations.map(({ count }) => count)}::int[]
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
           taken.event, taken.data::text as data, taken.test, taken.attempts - taken.attempts_before as attempts,
           taken.attempts_before > 0 as "sentAgain", taken.created_at as "createdAt",
           w.url, w.sealed_secret as "sealedSecret", w.active, w.created_by as "createdBy"
      from taken join webhooks.webhook w on w.id = taken.webhook_id
     order by taken.id`)
}

/** Records outcomes whose claim is still current, and the latest of each webhook on the webhook. */
export async function finishDeliveries(
  database: Queryable,
  outcomes: readonly DeliveryOutcome[],
): Promise<void> {
  await database.run(sql`
    with /* webhooks.delivery.finishDeliveries */ outcome as materialized (
      select *, set_config('synchronous_commit', 'off', true) from unnest(
        ${outcomes.map(({ id }) => id)}::bigint[], ${outcomes.map(({ claimId }) => claimId)}::bigint[],
        ${outcomes.map(({ attempted }) => attempted)}::boolean[],
        ${outcomes.map(({ result }) => result.status)}::int[], ${outcomes.map(({ result }) => result.error)}::text[],
        ${outcomes.map(({ endedAt }) => endedAt)}::timestamptz[],
        ${outcomes.map(({ nextAt }) => nextAt)}::timestamptz[],
        ${outcomes.map(({ result }) => result.sentAt)}::timestamptz[],
        ${outcomes.map(({ result }) => result.excerpt)}::text[]
      ) with ordinality as
        outcome (id, claim_id, attempted, response_status, error, ended_at, next_at, sent_at, excerpt, place)
    ), finished as (
      update webhooks.delivery d
         set status = case when o.error is null then 'delivered' when o.next_at is null then 'failed' else 'pending' end,
             attempts = d.attempts - case when o.attempted then 0 else 1 end,
             claim_id = null,
             due_at = o.next_at,
             response_status = case when o.attempted then o.response_status else d.response_status end,
             response_excerpt = case when o.attempted then o.excerpt else d.response_excerpt end,
             sent_at = coalesce(o.sent_at, d.sent_at),
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

const waitingFor = ({ workspaceId, webhookId }: WaitingWebhook, countMax: number) => sql`(
  select d.id
    from (values (${firstLane}::int), (${retryLane}::int)) as each (lane)
    cross join lateral (
      select id from webhooks.delivery
       where lane = each.lane and workspace_id = ${workspaceId} and webhook_id = ${webhookId}
       order by lane, workspace_id, webhook_id, id
       limit ${countMax}
         for update skip locked
    ) d)`

export interface WebhookEnd extends WaitingWebhook {
  readonly error: string
}

export async function endDeliveries(database: Queryable, end: WebhookEnd, countMax: number): Promise<void> {
  await database.run(sql`
    with /* webhooks.delivery.endDeliveries */ waiting as ${waitingFor(end, countMax)}, ended as (
      update webhooks.delivery d
         set status = 'failed', lane = null, due_at = null, last_error = ${end.error}
        from waiting
       where d.id = waiting.id
    )
    update webhooks.webhook set active = false, last_error = ${end.error} where id = ${end.webhookId}`)
}

/** Pauses the claimed and the waiting deliveries of a webhook. The caller has locked its disabled creator. */
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
