-- Bodies name tables that are created further down.
set local check_function_bodies = off;

create schema webhooks;
comment on schema webhooks is 'Webhooks and the deliveries of events to them.';

create sequence webhooks.claim as bigint start 1 increment 1;
comment on sequence webhooks.claim is 'Numbers of claims; each batch of attempts is one.';

create function webhooks.deliver_events()
 returns trigger
 language plpgsql
as $function$
begin
  insert into webhooks.delivery (webhook_id, workspace_id, event, data, due_at, created_at)
  select w.id, e.workspace_id, e.name, e.data, e.created_at, e.created_at
    from fresh e
    join webhooks.webhook w on w.workspace_id = e.workspace_id and w.active
     and ('*' = any (w.events) or (not e.wildcard_only and e.name = any (w.events)))
   order by e.id, w.id;
  return null;
end $function$;

create function webhooks.end_webhooks(of_workspace bigint, of_creator bigint)
 returns void
 language plpgsql
as $function$
declare
  reason constant text := 'The person who created the webhook has left the workspace. An admin can turn it on again.';
begin
  update webhooks.delivery d
     set status = 'failed', lane = null, claim_id = null, due_at = null, last_error = reason
    from webhooks.webhook w
   cross join lateral (
      select id from webhooks.delivery where lane in (0, 1, 2) and workspace_id = w.workspace_id and webhook_id = w.id
      union all
      select id from webhooks.delivery where status = 'pending' and lane is null and webhook_id = w.id
    ) pending
   where w.workspace_id = of_workspace and w.created_by = of_creator
     and d.id = pending.id and d.status = 'pending';
  update webhooks.webhook set active = false, last_error = reason
   where workspace_id = of_workspace and created_by = of_creator;
end $function$;

create function webhooks.end_webhooks_of_gone()
 returns trigger
 language plpgsql
as $function$
begin
  perform webhooks.end_webhooks(workspace_id, user_id) from gone;
  return null;
end $function$;

create function webhooks.resume_deliveries()
 returns trigger
 language plpgsql
as $function$
begin
  update webhooks.delivery d
     set lane = case when d.attempts = 0 then 0 else 1 end
    from identity.member m
    join webhooks.webhook w on w.workspace_id = m.workspace_id and w.created_by = m.user_id
   where m.user_id = new.id and d.lane = 2 and d.workspace_id = w.workspace_id and d.webhook_id = w.id;
  return null;
end $function$;

create table webhooks.delivery (
  id bigint not null generated always as identity,
  webhook_id bigint not null,
  workspace_id bigint not null,
  event text not null,
  data jsonb not null,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  due_at timestamptz,
  claim_id bigint,
  response_status integer,
  last_error text,
  created_at timestamptz not null,
  delivered_at timestamptz,
  lane smallint default 0,
  constraint delivery_pkey primary key (id),
  constraint delivery_due_while_pending check (((status = 'pending'::text) = (due_at is not null))),
  constraint delivery_lane_while_pending check (((lane is null) or ((status = 'pending'::text) and (claim_id is null)))),
  constraint delivery_status_check check ((status = any (array['pending'::text, 'delivered'::text, 'failed'::text])))
);
create index delivery_failed on webhooks.delivery using btree (id) where (status = 'failed'::text);
comment on index webhooks.delivery_failed is 'For the operator, who lists what failed.';
create index delivery_of_webhook on webhooks.delivery using btree (webhook_id, id desc);
create index delivery_ready on webhooks.delivery using btree (lane, workspace_id, webhook_id, id) where (lane is not null);
create index delivery_waiting on webhooks.delivery using btree (due_at) where ((status = 'pending'::text) and (lane is null));
comment on table webhooks.delivery is 'One event for one webhook, written with the change that it tells of: the queue of the delivery engine, and what its owner is shown.';
comment on column webhooks.delivery.data is 'The payload as rendered at the moment of the change.';
comment on column webhooks.delivery.due_at is 'When the next attempt may begin; while one is under way, when its lease ends.';
comment on column webhooks.delivery.claim_id is 'The claim under way, null otherwise; a worker that lost its lease cannot finish another one''s attempt.';
comment on column webhooks.delivery.lane is '0: a first attempt that may begin; 1: a retry that may begin; 2: paused, because the account of the creator is disabled; null: ended, under way, or to wait until due_at.';

create table webhooks.webhook (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  created_by bigint not null,
  name text not null,
  url text not null,
  events text[] not null,
  active boolean not null,
  sealed_secret bytea not null,
  last_status integer,
  last_delivered_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  constraint webhook_pkey primary key (id)
);
create index webhook_of_workspace on webhooks.webhook using btree (workspace_id, id);
comment on table webhooks.webhook is 'URLs to which a workspace sends its events. Adding one locks the workspace, so that it never exceeds its limit.';
comment on column webhooks.webhook.created_by is 'Who answers for the webhook. It turns inactive when they leave the workspace, and is paused while their account is disabled. Who turns it on again takes their place.';
comment on column webhooks.webhook.events is 'Names of events, or * alone.';
comment on column webhooks.webhook.sealed_secret is 'The signing secret, sealed by the vault.';

alter table webhooks.delivery add constraint delivery_webhook_id_fkey foreign key (webhook_id) references webhooks.webhook(id) on delete cascade;

alter table webhooks.webhook add constraint webhook_created_by_fkey foreign key (created_by) references identity."user"(id);

alter table webhooks.webhook add constraint webhook_workspace_id_fkey foreign key (workspace_id) references identity.workspace(id) on delete cascade;

create trigger resume_deliveries after update of disabled_at on identity."user" for each row when (((old.disabled_at is not null) and (new.disabled_at is null))) execute function webhooks.resume_deliveries();

create trigger end_webhooks after delete on identity.member referencing old table as gone for each statement execute function webhooks.end_webhooks_of_gone();

create trigger deliver_events after insert on platform.event referencing new table as fresh for each statement execute function webhooks.deliver_events();
