-- Names apart by type and in shards, so that a search reads no more of the index than it needs, and put into the index
-- by a job, so that nobody who adds files waits for that (docs/decisions/0014).

drop table files.name;
drop function files.grams(bigint, text);

create table files.name (
  workspace_id bigint not null,
  type text collate "C" not null,
  folded_name text collate "C" not null,
  indexed boolean not null default false,
  primary key (workspace_id, type, folded_name)
);
comment on table files.name is
  'Every name that a file of a workspace bears, once, and every name that a folder bears, once: what searches look names '
  'up in. Written by triggers. A name that nothing bears any more stays until sweep-names removes it; the look-up finds '
  'no item for it.';
comment on column files.name.indexed is 'Whether index-names has put it into the index of grams.';

-- Before the indexes below, which are then built at once.
insert into files.name select distinct workspace_id, type, folded_name, true from files.file;

create function files.gram_seed(workspace bigint, type text, shard bigint) returns bigint
language sql immutable parallel safe as $$
  select workspace * 16 + case type when 'folder' then 8 else 0 end + shard
$$;
comment on function files.gram_seed is
  'What the pieces of names of one workspace, type and shard are hashed with; shards are 0 to 7.';

-- The index gives all that matches a piece or nothing. In shards a search for what very many names contain reads an
-- eighth of them and stops; one for a rare part asks 16 times, which takes a millisecond.
-- Not parallel safe on purpose: which matches a look-up stops at must not depend on how many processes share it.
create function files.grams(workspace bigint, type text, folded text) returns bigint[]
language plpgsql immutable cost 10000 as $$
declare
  -- By what a name begins with, so that names of a shard are neighbours in the index of items, and quick to look up.
  seed bigint := files.gram_seed(workspace, type, hashtextextended(left(folded, -8) collate "C", 0) & 7);
  grams bigint[] := '{}';
begin
  -- Pieces that begin near the end come out shorter, and are pieces of the name all the same.
  for at in 1..length(folded) loop
    grams := grams
      || hashtextextended(substr(folded, at, 1) collate "C", seed)
      || hashtextextended(substr(folded, at, 2) collate "C", seed)
      || hashtextextended(substr(folded, at, 3) collate "C", seed);
  end loop;
  return grams;
end $$;
comment on function files.grams is
  'All pieces of one, two and three characters of a name, hashed together with its workspace, type and shard, so that a '
  'look-up never reads the names of others.';
create index name_grams on files.name using gin (files.grams(workspace_id, type, folded_name)) where indexed;
-- Until then a search looks at the new names of its workspace one by one.
create index name_waiting on files.name (workspace_id, type, folded_name) where not indexed;

create or replace function files.note_added() returns trigger language plpgsql as $$
begin
  insert into files.name (workspace_id, type, folded_name)
  select distinct workspace_id, type, folded_name from added
  -- A scalar subquery, because a join would be planned once for statements of one row and of ten thousand.
  where (
    select true from files.name known
    where known.workspace_id = added.workspace_id and known.type = added.type
      and known.folded_name = added.folded_name
  ) is null
  on conflict do nothing;
  return null;
end $$;

create or replace function files.note_renamed() returns trigger language plpgsql as $$
begin
  -- On conflict alone would wait while index-names is at the name.
  if not exists (
    select from files.name known
    where known.workspace_id = new.workspace_id and known.type = new.type and known.folded_name = new.folded_name
  ) then
    insert into files.name (workspace_id, type, folded_name)
    values (new.workspace_id, new.type, new.folded_name)
    on conflict do nothing;
  end if;
  return null;
end $$;
