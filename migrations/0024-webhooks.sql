create schema webhooks;

create table webhooks.webhook (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references access.workspace (id) on delete cascade,
  created_by bigint not null references access."user" (id),
  name text not null,
  url text not null,
  events text[] not null,
  active boolean not null,
  sealed_secret bytea not null,
  last_status integer,
  last_delivered_at timestamptz,
  last_error text,
  created_at timestamptz not null
);
create index webhook_of_workspace on webhooks.webhook (workspace_id, id);

comment on table webhooks.webhook is
  'Where a workspace wants to be told of events. Whoever adds one locks the workspace, so that it never has more than it may.';
comment on column webhooks.webhook.created_by is 'Deliveries stop when this person leaves the workspace.';
comment on column webhooks.webhook.events is 'Names of events, or * alone.';
comment on column webhooks.webhook.sealed_secret is 'The signing secret, sealed by the vault.';

create table webhooks.delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks.webhook (id) on delete cascade,
  workspace_id bigint not null,
  event text not null,
  data jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz,
  claim_id bigint,
  response_status integer,
  last_error text,
  created_at timestamptz not null,
  delivered_at timestamptz,
  constraint delivery_due_while_pending check ((status = 'pending') = (due_at is not null))
);
create index delivery_of_webhook on webhooks.delivery (webhook_id, id desc);
create index delivery_due on webhooks.delivery (due_at) where status = 'pending';

comment on table webhooks.delivery is
  'One event for one webhook, written with the change that it tells of: the queue of the delivery engine, and what its owner is shown.';
comment on column webhooks.delivery.data is 'The payload as rendered at the moment of the change.';
comment on column webhooks.delivery.due_at is 'When the next attempt may begin; while one is under way, when its lease ends.';
comment on column webhooks.delivery.claim_id is 'The claim under way; a worker that lost its lease cannot finish another one''s attempt.';

-- A trigger, because events are emitted by every layer above the platform, and each of them must not know of webhooks.
create function webhooks.deliver_events() returns trigger language plpgsql as $$
begin
  insert into webhooks.delivery (webhook_id, workspace_id, event, data, due_at, created_at)
  select w.id, e.workspace_id, e.name, e.data, e.created_at, e.created_at
    from fresh e
    join webhooks.webhook w on w.workspace_id = e.workspace_id and w.active
     and ('*' = any (w.events) or (not e.wildcard_only and e.name = any (w.events)))
   order by e.id, w.id;
  return null;
end $$;

create trigger deliver_events after insert on platform.event referencing new table as fresh
  for each statement execute function webhooks.deliver_events();
