-- A row of files.file costs most by its indexes and by its foreign key: a copy of 10,000 items wrote 60,000 entries of
-- indexes and looked 10,000 blobs up one by one. See docs/decisions/0032.

-- The primary key finds an item as well; the foreign key that needed the pair went with 0006.
alter table files.file drop constraint file_in_workspace;

-- Sums over a subtree read the same index as pages do: its entries are hardly longer.
drop index files.file_listing;
drop index files.file_sizes;
create index file_listing on files.file (workspace_id, parent_id, type, folded_name, id) include (size);

-- As for parents in 0006: the promise of the foreign key and the same row locks, once for each statement.
alter table files.file drop constraint file_blob;

create function files.missing_blob() returns void language plpgsql as $$
begin
  raise foreign_key_violation using
    schema = 'files', table = 'file', constraint = 'file_blob', message = 'The blob is not there.';
end $$;

create or replace function files.check_added() returns trigger language plpgsql as $$
begin
  perform files.require_folder(workspace_id, parent_id)
  from (select distinct workspace_id, parent_id from added where parent_id is not null) parents;
  -- A blob that is being deleted is waited for. A scalar subquery, because a join would be planned once for statements of
  -- one row and of ten thousand.
  perform files.missing_blob()
  from added
  where blob_key is not null and (
    select true from files.blob
    where blob.key = added.blob_key and blob.workspace_id = added.workspace_id
    for key share
  ) is null;
  return null;
end $$;

create function files.check_blob_changed() returns trigger language plpgsql as $$
begin
  perform from files.blob where key = new.blob_key and workspace_id = new.workspace_id for key share;
  if not found then
    perform files.missing_blob();
  end if;
  return null;
end $$;
create trigger check_blob_changed after update on files.file for each row
  when (new.blob_key is not null
    and (new.workspace_id, new.blob_key) is distinct from (old.workspace_id, old.blob_key))
  execute function files.check_blob_changed();

create function files.check_blobs_removed() returns trigger language plpgsql as $$
begin
  if exists (
    select from removed cross join lateral (
      select from files.file where file.blob_key = removed.key and file.workspace_id = removed.workspace_id limit 1
    ) referring
  ) then
    raise foreign_key_violation using
      schema = 'files', table = 'blob', constraint = 'file_blob', message = 'A file refers to the blob.';
  end if;
  return null;
end $$;
create trigger check_blobs_removed after delete on files.blob
  referencing old table as removed for each statement execute function files.check_blobs_removed();

-- Nothing else may change what files refer to.
create function files.refuse_blob_renamed() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using
    schema = 'files', table = 'blob', constraint = 'file_blob', message = 'The key of a blob never changes.';
end $$;
create trigger refuse_blob_renamed before update of key, workspace_id on files.blob for each row
  when ((new.key, new.workspace_id) is distinct from (old.key, old.workspace_id))
  execute function files.refuse_blob_renamed();

-- Without `distinct`, for which the rows were sorted: a name that stands in several of them is inserted once all the same.
create or replace function files.note_added() returns trigger language plpgsql as $$
begin
  insert into files.name (workspace_id, type, folded_name)
  select workspace_id, type, folded_name from added
  -- A scalar subquery, because a join would be planned once for statements of one row and of ten thousand.
  where (
    select true from files.name known
    where known.workspace_id = added.workspace_id and known.type = added.type
      and known.folded_name = added.folded_name
  ) is null
  on conflict do nothing;
  return null;
end $$;
