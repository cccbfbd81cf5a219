-- 0: a first attempt that may begin; 1: a retry that may begin; null: not before due_at.
alter table webhooks.delivery add column lane smallint default 0;
update webhooks.delivery set lane = null where status <> 'pending' or attempts > 0;
alter table webhooks.delivery
  add constraint delivery_lane_while_pending check (lane is null or (status = 'pending' and claim_id is null));

drop index webhooks.delivery_due;
create index delivery_ready on webhooks.delivery (lane, workspace_id, webhook_id, id) where lane is not null;
create index delivery_waiting on webhooks.delivery (due_at) where status = 'pending' and lane is null;

comment on column webhooks.delivery.lane is
  '0: a first attempt that may begin; 1: a retry that may begin; null: ended, under way, or to wait until due_at.';
comment on column webhooks.delivery.claim_id is
  'The claim under way, null otherwise; a worker that lost its lease cannot finish another one''s attempt.';

create sequence webhooks.claim;
comment on sequence webhooks.claim is 'Numbers of claims; each batch of attempts is one.';

-- Rows change three times within seconds and then never again: dead versions are cleared away early.
alter table webhooks.delivery set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table webhooks.webhook set (fillfactor = 70);
