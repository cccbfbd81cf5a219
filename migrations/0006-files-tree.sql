-- Subtrees that are copied and deleted in one statement, and search by name (design.md sections 3 and 5).

-- A foreign key is checked once for each row: of the 280 ms that deleting 10,000 items took, 230 were its. These triggers
-- promise the same and take the same row locks, but once for each folder that a statement touches. Every query in them
-- takes a snapshot of its own, so they see what was committed while their statement waited for a lock.
alter table files.file drop constraint file_parent;

create function files.require_folder(workspace bigint, folder text) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  -- A folder that is being deleted is waited for; one that is renamed or moved is not.
  perform from files.file where workspace_id = workspace and id = folder and type = 'folder' for key share;
  if not found then
    raise foreign_key_violation using
      schema = 'files', table = 'file', constraint = 'file_parent', message = 'The parent folder is not there.';
  end if;
end $$;
comment on function files.require_folder is 'Fails unless the workspace has this folder, and keeps it from being deleted.';

create function files.require_empty(workspace bigint, folder text) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform from files.file where workspace_id = workspace and parent_id = folder;
  if found then
    raise foreign_key_violation using
      schema = 'files', table = 'file', constraint = 'file_parent', message = 'Something is in the folder.';
  end if;
end $$;
comment on function files.require_empty is 'Fails when anything is in what was a folder.';

create function files.check_added() returns trigger language plpgsql as $$
begin
  perform files.require_folder(workspace_id, parent_id)
  from (select distinct workspace_id, parent_id from added where parent_id is not null) parents;
  return null;
end $$;
create trigger check_added after insert on files.file
  referencing new table as added for each statement execute function files.check_added();

create function files.check_removed() returns trigger language plpgsql as $$
begin
  perform files.require_empty(workspace_id, id) from removed where type = 'folder';
  return null;
end $$;
create trigger check_removed after delete on files.file
  referencing old table as removed for each statement execute function files.check_removed();

create function files.check_moved() returns trigger language plpgsql as $$
begin
  if new.parent_id is not null then
    perform files.require_folder(new.workspace_id, new.parent_id);
  end if;
  if (new.workspace_id, new.id, new.type) <> (old.workspace_id, old.id, old.type) then
    perform files.require_empty(old.workspace_id, old.id);
  end if;
  return null;
end $$;
create trigger check_moved after update on files.file for each row
  when ((new.workspace_id, new.parent_id, new.id, new.type)
    is distinct from (old.workspace_id, old.parent_id, old.id, old.type))
  execute function files.check_moved();

-- Names in their order, for searches that match much; and the files of one name.
create index file_named on files.file (workspace_id, folded_name, id) include (type, parent_id);

create table files.name (
  workspace_id bigint not null,
  folded_name text collate "C" not null,
  primary key (workspace_id, folded_name)
);
comment on table files.name is
  'Every name that an item of a workspace bears, once: what searches look names up in. Written by triggers. A name that '
  'nothing bears any more stays until sweep-names removes it; the look-up finds no item for it.';

-- Before the index below, which is then built at once.
insert into files.name select distinct workspace_id, folded_name from files.file;

-- Not pg_trgm: it takes letters from the locale of the database, so that under C, as in the embedded one, it knows only
-- those of English, and it knows no names of one or two characters, which are words in Chinese. Apart from files.file,
-- because an index of this kind on every row tripled the time of a copy, whose names are all known already.
-- Not parallel safe on purpose: which matches a look-up stops at must not depend on how many processes share it.
create function files.grams(workspace bigint, folded text) returns bigint[]
language plpgsql immutable cost 10000 as $$
declare
  grams bigint[] := '{}';
begin
  -- Pieces that begin near the end come out shorter, and are pieces of the name all the same.
  for at in 1..length(folded) loop
    grams := grams
      || hashtextextended(substr(folded, at, 1) collate "C", workspace)
      || hashtextextended(substr(folded, at, 2) collate "C", workspace)
      || hashtextextended(substr(folded, at, 3) collate "C", workspace);
  end loop;
  return grams;
end $$;
comment on function files.grams is
  'All pieces of one, two and three characters of a name, hashed together with the workspace, so that a look-up never '
  'reads the names of another one.';
create index name_grams on files.name using gin (files.grams(workspace_id, folded_name));
comment on index files.name_grams is 'New names wait beside it until index-names puts them in, or until 4 MB wait.';

create function files.note_added() returns trigger language plpgsql as $$
begin
  insert into files.name
  select distinct workspace_id, folded_name from added
  -- A scalar subquery, because a join would be planned once for statements of one row and of ten thousand.
  where (
    select true from files.name known
    where known.workspace_id = added.workspace_id and known.folded_name = added.folded_name
  ) is null
  on conflict do nothing;
  return null;
end $$;
create trigger note_added after insert on files.file
  referencing new table as added for each statement execute function files.note_added();

create function files.note_renamed() returns trigger language plpgsql as $$
begin
  insert into files.name values (new.workspace_id, new.folded_name) on conflict do nothing;
  return null;
end $$;
create trigger note_renamed after update on files.file for each row
  when ((new.workspace_id, new.folded_name) is distinct from (old.workspace_id, old.folded_name))
  execute function files.note_renamed();
