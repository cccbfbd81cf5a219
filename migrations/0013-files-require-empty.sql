-- From a workspace with few but large folders the planner learns that a parent has half of all items, and read that many
-- for each folder that was deleted. Of a range whose ends it does not know it expects little: it asks the index.
create or replace function files.require_empty(workspace bigint, folder text) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform from files.file where workspace_id = workspace and parent_id between folder and folder;
  if found then
    raise foreign_key_violation using
      schema = 'files', table = 'file', constraint = 'file_parent', message = 'Something is in the folder.';
  end if;
end $$;
