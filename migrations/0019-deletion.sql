-- Workspaces and people that the operator deletes can be brought back for a day. Until then a workspace looks unknown:
-- statements read workspaces and members through views that leave it out.

alter table identity.workspace rename to every_workspace;
alter table identity.every_workspace add column delete_at timestamptz;
create index workspace_deleted on identity.every_workspace using btree (delete_at) where (delete_at is not null);
comment on table identity.every_workspace is 'What keys, files and messages belong to: one personal workspace a person, and organizations. Also those that are being deleted, which statements do not see: they read identity.workspace.';
comment on column identity.every_workspace.delete_at is 'When it is deleted with everything in it. Until then it can be brought back. Null: it is not being deleted.';

create view identity.workspace as
  select id, type, name, owner_id, created_at, ein, ein_sealed, demo
    from identity.every_workspace
   where delete_at is null;
comment on view identity.workspace is 'Workspaces that are not being deleted.';

alter table identity.member rename to every_member;
comment on table identity.every_member is 'Active membership. The owner has a row too; removal deletes the row. Also of workspaces that are being deleted; statements read identity.member.';

-- A scalar subquery, because a join would be planned once for statements of one row and of ten thousand.
create view identity.member as
  select workspace_id, user_id, role, joined_at
    from identity.every_member m
   where (select delete_at from identity.every_workspace w where w.id = m.workspace_id) is null;
comment on view identity.member is 'Members of workspaces that are not being deleted.';

alter table identity."user" add column delete_at timestamptz;
alter table identity."user" add constraint user_deleted_is_disabled check (delete_at is null or disabled_at is not null);
create index user_deleted on identity."user" using btree (delete_at) where (delete_at is not null);
comment on column identity."user".delete_at is 'When the person is deleted. Until then they are disabled and can be brought back. Null: they are not being deleted.';

create function identity.is_deleted(workspace bigint)
 returns boolean
 language sql
 stable parallel safe
as $function$
  select exists (select from identity.every_workspace where id = workspace and delete_at is not null)
$function$;
comment on function identity.is_deleted(bigint) is 'Whether the workspace is being deleted. False for the operator''s account, which has no workspace.';

create function identity.owner_of(workspace bigint)
 returns bigint
 language sql
 stable parallel safe
as $function$
  select owner_id from identity.every_workspace where id = workspace
$function$;
comment on function identity.owner_of(bigint) is 'Also of a workspace that is being deleted.';

create or replace function identity.tell_change()
 returns trigger
 language plpgsql
as $function$
declare
  -- As jsonb, because the tables have different columns.
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('bureau', 'identity:' || case tg_table_name
    when 'api_key' then 'key:' || (changed ->> 'id')
    when 'user' then 'user:' || (changed ->> 'id')
    when 'every_workspace' then 'workspace:' || (changed ->> 'id')
    when 'plan' then 'all'
    else 'user:' || (changed ->> 'user_id')
  end);
  return null;
end $function$;

create function identity.tell_deletion()
 returns trigger
 language plpgsql
as $function$
begin
  -- Browsers of members refetch, and find the workspace gone or back.
  perform platform.tell(to_jsonb(new.id), 'members', null);
  if new.delete_at is null then
    update webhooks.delivery set lane = case when attempts = 0 then 0 else 1 end
     where lane = 2 and workspace_id = new.id;
  end if;
  return null;
end $function$;

create trigger tell_deletion after update of delete_at on identity.every_workspace for each row
  when ((old.delete_at is null) <> (new.delete_at is null)) execute function identity.tell_deletion();

comment on column webhooks.delivery.lane is '0: a first attempt that may begin; 1: a retry that may begin; 2: paused, because the account of the creator is disabled or the workspace is being deleted; null: ended, under way, or to wait until due_at.';

alter table platform.mail add column scope_id bigint;
create index mail_scope on platform.mail using btree (scope_id) where (scope_id is not null);
comment on column platform.mail.scope_id is 'The workspace in which something caused the mail, which is deleted with it. Null: none, or before 0019.';
