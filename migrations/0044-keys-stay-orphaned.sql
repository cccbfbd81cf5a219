-- A key ends when its creator leaves the workspace, also for the day on which they come back.
alter table access.api_key add column orphaned_at timestamptz;
comment on column access.api_key.orphaned_at is 'When the creator left the workspace. The key does not come back with them.';
update access.api_key k set orphaned_at = now()
 where not exists (select 1 from access.member m where m.workspace_id = k.workspace_id and m.user_id = k.user_id);
