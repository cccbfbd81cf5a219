-- What changed, for the open streams of the app. Messages, files, deliveries and jobs are told of by the processes that
-- change them, after the commit: a notification in a transaction takes a lock of the whole server until its commit.

create function platform.tell(scope jsonb, topic text, ids jsonb)
 returns void
 language sql
as $function$
  -- A payload of 8,000 bytes would fail the transaction.
  select pg_notify('bureau', 'changed:' || jsonb_build_array(
    jsonb_build_array(scope, topic, case when octet_length(ids::text) < 7000 then ids end))::text)
$function$;
comment on function platform.tell(jsonb,text,jsonb) is 'Scope: a tenant, "operators" or "everyone". Ids: an array, or null for anything of the topic.';

create function platform.tell_row()
 returns trigger
 language plpgsql
as $function$
declare
  -- As jsonb, because the tables have different columns.
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform platform.tell(
    coalesce(changed -> tg_argv[2], '"operators"'), tg_argv[0], jsonb_build_array(changed -> tg_argv[1]));
  return null;
end $function$;
comment on function platform.tell_row() is 'Arguments: the topic, the column of the id, the column of the scope; without it the scope is the operators.';

create function platform.tell_rows()
 returns trigger
 language plpgsql
as $function$
begin
  if (select count(distinct to_jsonb(changed) -> tg_argv[2]) from changed) > 100 then
    perform platform.tell('"everyone"', tg_argv[0], null);
  else
    perform platform.tell(scope, tg_argv[0], case when count(*) <= 20 then jsonb_agg(id) end)
    from (
      select distinct
        coalesce(to_jsonb(changed) -> tg_argv[2], '"operators"') as scope, to_jsonb(changed) -> tg_argv[1] as id
      from changed
    ) each
    group by scope;
  end if;
  return null;
end $function$;
comment on function platform.tell_rows() is 'As tell_row, for statements that change many rows.';

create function identity.tell_session_end()
 returns trigger
 language plpgsql
as $function$
begin
  perform pg_notify('bureau', 'identity:session:' || new.id);
  return null;
end $function$;

create function sms.tell_number()
 returns trigger
 language plpgsql
as $function$
begin
  perform platform.tell('"operators"', 'numbers', jsonb_build_array(coalesce(new.id, old.id)));
  -- Everyone sees the numbers of the pool, and nobody those of account 0.
  perform platform.tell(coalesce(to_jsonb(workspace_id), '"everyone"'), 'numbers', jsonb_build_array(id))
  from (values (old.id, old.workspace_id), (new.id, new.workspace_id)) number (id, workspace_id)
  where id is not null and workspace_id is distinct from 0;
  return null;
end $function$;

create function sms.tell_phone()
 returns trigger
 language plpgsql
as $function$
begin
  perform platform.tell('"operators"', 'numbers', jsonb_build_array(new.number_id));
  perform platform.tell(to_jsonb(dedicated_to), 'numbers', jsonb_build_array(id))
  from sms.number where id = new.number_id and dedicated_to is not null;
  return null;
end $function$;

create function sms.tell_members()
 returns trigger
 language plpgsql
as $function$
begin
  perform platform.tell(to_jsonb(workspace_id), 'groups', jsonb_build_array(id))
  from sms."group" where id in (select group_id from changed);
  return null;
end $function$;

create trigger tell_joined after insert on identity.member referencing new table as changed for each statement execute function platform.tell_rows('members', 'user_id', 'workspace_id');

create trigger tell_left after delete on identity.member referencing old table as changed for each statement execute function platform.tell_rows('members', 'user_id', 'workspace_id');

create trigger tell_role after update on identity.member referencing new table as changed for each statement execute function platform.tell_rows('members', 'user_id', 'workspace_id');

create trigger tell_invited after insert on identity.invitation referencing new table as changed for each statement execute function platform.tell_rows('members', 'id', 'workspace_id');

create trigger tell_invitation after update on identity.invitation referencing new table as changed for each statement execute function platform.tell_rows('members', 'id', 'workspace_id');

create trigger tell_code after insert or update on identity.invite_code for each row execute function platform.tell_row('members', 'code', 'workspace_id');

create trigger tell_created after insert on identity.api_key referencing new table as changed for each statement execute function platform.tell_rows('keys', 'id', 'workspace_id');

create trigger tell_changed after update on identity.api_key referencing new table as changed for each statement execute function platform.tell_rows('keys', 'id', 'workspace_id');

create trigger tell_deleted after delete on identity.api_key referencing old table as changed for each statement execute function platform.tell_rows('keys', 'id', 'workspace_id');

create trigger tell_end after update on identity.session for each row when (((old.ended_at is null) and (new.ended_at is not null))) execute function identity.tell_session_end();

create trigger tell_row after insert or delete or update on identity.approval for each row execute function platform.tell_row('provisioning', 'user_id');

create trigger tell_row after insert or delete or update on identity."user" for each row execute function platform.tell_row('people', 'id');

create trigger tell_row after insert or delete or update on identity.subscription for each row execute function platform.tell_row('people', 'user_id');

create trigger tell_row after insert or delete or update on identity.plan for each row execute function platform.tell_row('plans', 'name');

create trigger tell_row after insert or delete or update on identity.workspace for each row execute function platform.tell_row('workspaces', 'id');

create trigger tell_limit after update on files.usage for each row when ((old.limit_bytes is distinct from new.limit_bytes)) execute function platform.tell_row('workspaces', 'workspace_id');

create trigger tell_limit_of_own after update on files.usage for each row when ((old.limit_bytes is distinct from new.limit_bytes)) execute function platform.tell_row('usage', 'workspace_id', 'workspace_id');

create trigger tell_queued after insert on platform.mail referencing new table as changed for each statement execute function platform.tell_rows('mail', 'id');

create trigger tell_sent after update on platform.mail referencing new table as changed for each statement execute function platform.tell_rows('mail', 'id');

create trigger tell_row after insert or delete or update on sms."group" for each row execute function platform.tell_row('groups', 'id', 'workspace_id');

create trigger tell_added after insert on sms.member referencing new table as changed for each statement execute function sms.tell_members();

create trigger tell_changed after update on sms.member referencing new table as changed for each statement execute function sms.tell_members();

create trigger tell_removed after delete on sms.member referencing old table as changed for each statement execute function sms.tell_members();

create trigger tell_number after insert or delete on sms.number for each row execute function sms.tell_number();

-- Claims change the other columns with every batch of messages.
create trigger tell_number_changed after update on sms.number for each row when (((old.online, old.label, old.workspace_id, old.removed_at, old.outstanding_max, old.per_minute, old.per_half_hour, old.per_hour, old.per_day, old.warms_up_from, old.cools_down) is distinct from (new.online, new.label, new.workspace_id, new.removed_at, new.outstanding_max, new.per_minute, new.per_half_hour, new.per_hour, new.per_day, new.warms_up_from, new.cools_down))) execute function sms.tell_number();

create trigger tell_phone after insert on sms.phone for each row execute function sms.tell_phone();

-- Phones write the other columns with every contact.
create trigger tell_phone_changed after update on sms.phone for each row when (((old.device_id, old.code_mark, old.paused, old.sim, old.name, old.app_version) is distinct from (new.device_id, new.code_mark, new.paused, new.sim, new.name, new.app_version))) execute function sms.tell_phone();

create trigger tell_row after insert or delete on webhooks.webhook for each row execute function platform.tell_row('webhooks', 'id', 'workspace_id');

-- Deliveries change the other columns.
create trigger tell_row_changed after update on webhooks.webhook for each row when (((old.name, old.url, old.events, old.active, old.created_by, old.sealed_secret) is distinct from (new.name, new.url, new.events, new.active, new.created_by, new.sealed_secret))) execute function platform.tell_row('webhooks', 'id', 'workspace_id');
