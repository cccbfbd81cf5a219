-- Triggers, because people leave and are disabled in the layer below, which knows no webhooks.

create function webhooks.end_webhooks(of_workspace bigint, of_creator bigint) returns void language plpgsql as $$
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
end $$;

create function webhooks.end_webhooks_of_gone() returns trigger language plpgsql as $$
begin
  perform webhooks.end_webhooks(workspace_id, user_id) from gone;
  return null;
end $$;

create trigger end_webhooks after delete on access.member referencing old table as gone
  for each statement execute function webhooks.end_webhooks_of_gone();

select webhooks.end_webhooks(workspace_id, created_by)
  from (
    select distinct workspace_id, created_by from webhooks.webhook w
     where not exists (select from access.member m where m.workspace_id = w.workspace_id and m.user_id = w.created_by)
  ) gone;

create function webhooks.resume_deliveries() returns trigger language plpgsql as $$
begin
  update webhooks.delivery d
     set lane = case when d.attempts = 0 then 0 else 1 end
    from access.member m
    join webhooks.webhook w on w.workspace_id = m.workspace_id and w.created_by = m.user_id
   where m.user_id = new.id and d.lane = 2 and d.workspace_id = w.workspace_id and d.webhook_id = w.id;
  return null;
end $$;

create trigger resume_deliveries after update of disabled_at on access."user"
  for each row when (old.disabled_at is not null and new.disabled_at is null)
  execute function webhooks.resume_deliveries();

comment on column webhooks.webhook.created_by is
  'Who answers for the webhook. It turns inactive when they leave the workspace, and is paused while their account is disabled. Who turns it on again takes their place.';
comment on column webhooks.delivery.lane is
  '0: a first attempt that may begin; 1: a retry that may begin; 2: paused, because the account of the creator is disabled; null: ended, under way, or to wait until due_at.';
