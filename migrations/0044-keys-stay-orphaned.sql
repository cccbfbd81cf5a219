-- A key ends when its creator leaves the workspace, also for the day on which they come back.
alter table access.api_key add column orphaned_at timestamptz;
comment on column access.api_key.orphaned_at is 'When the creator left the workspace. The key does not come back with them.';
