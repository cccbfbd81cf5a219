-- Bodies name tables that are created further down.
set local check_function_bodies = off;

create schema files;
comment on schema files is 'Files, folders, their bytes and the storage of workspaces.';

create function files.check_added()
 returns trigger
 language plpgsql
as $function$
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
end $function$;

create function files.check_blob_changed()
 returns trigger
 language plpgsql
as $function$
begin
  perform from files.blob where key = new.blob_key and workspace_id = new.workspace_id for key share;
  if not found then
    perform files.missing_blob();
  end if;
  return null;
end $function$;

create function files.check_blobs_removed()
 returns trigger
 language plpgsql
as $function$
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
end $function$;

create function files.check_moved()
 returns trigger
 language plpgsql
as $function$
begin
  if new.parent_id is not null then
    perform files.require_folder(new.workspace_id, new.parent_id);
  end if;
  if (new.workspace_id, new.id, new.type) <> (old.workspace_id, old.id, old.type) then
    perform files.require_empty(old.workspace_id, old.id);
  end if;
  return null;
end $function$;

create function files.check_removed()
 returns trigger
 language plpgsql
as $function$
begin
  perform files.require_empty(workspace_id, id) from removed where type = 'folder';
  return null;
end $function$;

create function files.gram_seed(workspace bigint, type text, shard bigint)
 returns bigint
 language sql
 IMMUTABLE PARALLEL SAFE
as $function$
  select workspace * 16 + case type when 'folder' then 8 else 0 end + shard
$function$;
comment on function files.gram_seed(bigint,text,bigint) is 'What the pieces of names of one workspace, type and shard are hashed with; shards are 0 to 7.';

create function files.grams(workspace bigint, type text, folded text)
 returns bigint[]
 language plpgsql
 IMMUTABLE COST 10000
as $function$
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
end $function$;
comment on function files.grams(bigint,text,text) is 'All pieces of one, two and three characters of a name, hashed together with its workspace, type and shard, so that a look-up never reads the names of others.';

create function files.missing_blob()
 returns void
 language plpgsql
as $function$
begin
  raise foreign_key_violation using
    schema = 'files', table = 'file', constraint = 'file_blob', message = 'The blob is not there.';
end $function$;

create function files.note_added()
 returns trigger
 language plpgsql
as $function$
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
end $function$;

create function files.note_renamed()
 returns trigger
 language plpgsql
as $function$
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
end $function$;

create function files.refuse_blob_renamed()
 returns trigger
 language plpgsql
as $function$
begin
  raise foreign_key_violation using
    schema = 'files', table = 'blob', constraint = 'file_blob', message = 'The key of a blob never changes.';
end $function$;

create function files.require_empty(workspace bigint, folder text)
 returns void
 language plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
as $function$
begin
  perform from files.file where workspace_id = workspace and parent_id between folder and folder;
  if found then
    raise foreign_key_violation using
      schema = 'files', table = 'file', constraint = 'file_parent', message = 'Something is in the folder.';
  end if;
end $function$;
comment on function files.require_empty(bigint,text) is 'Fails when anything is in what was a folder.';

create function files.require_folder(workspace bigint, folder text)
 returns void
 language plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
as $function$
begin
  -- A folder that is being deleted is waited for; one that is renamed or moved is not.
  perform from files.file where workspace_id = workspace and id = folder and type = 'folder' for key share;
  if not found then
    raise foreign_key_violation using
      schema = 'files', table = 'file', constraint = 'file_parent', message = 'The parent folder is not there.';
  end if;
end $function$;
comment on function files.require_folder(bigint,text) is 'Fails unless the workspace has this folder, and keeps it from being deleted.';

create function files.within(workspace bigint, item text, folder text)
 returns boolean
 language sql
 STABLE PARALLEL SAFE
as $function$
  with recursive upwards as (
    select id, parent_id from files.file where workspace_id = workspace and id = item
    union all
    select above.id, above.parent_id
    from upwards
    join files.file above on above.workspace_id = workspace and above.id = upwards.parent_id
    where upwards.id <> folder
  )
  select exists (select from upwards where id = folder)
$function$;
comment on function files.within(bigint,text,text) is 'Whether an item is a folder or something beneath it: what a folder-scoped key may see. Costs the depth of the item.';

create table files.blob (
  key text collate "C" not null,
  workspace_id bigint not null,
  state text not null default 'pending'::text,
  size bigint,
  sha256 text,
  crc32 bigint,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  parts text,
  pack_key text collate "C",
  reserved_bytes bigint not null default 0,
  bytes bytea,
  constraint blob_pk primary key (key, workspace_id),
  constraint blob_comes_in_parts check (((state = any (array['open'::text, 'discarded'::text])) = (parts is not null))),
  constraint blob_crc32_check check (((crc32 >= 0) and (crc32 <= '4294967295'::bigint))),
  constraint blob_inline_bytes_are_whole check (((bytes is null) or ((state = 'live'::text) and (octet_length(bytes) = size)))),
  constraint blob_live_is_sealed check (((state <> 'live'::text) or (num_nulls(size, crc32) = 0))),
  constraint blob_reserves_while_pending check (((reserved_bytes = 0) or ((reserved_bytes > 0) and (state = 'pending'::text)))),
  constraint blob_sha256_check check ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint blob_size_check check ((size >= 0)),
  constraint blob_state_check check ((state = any (array['pending'::text, 'open'::text, 'live'::text, 'discarded'::text])))
);
create index blob_discarded on files.blob using btree (touched_at) where (state = 'discarded'::text);
create index blob_of_pack on files.blob using btree (pack_key) where (pack_key is not null);
create index blob_pending on files.blob using btree (touched_at) where (state = 'pending'::text);
create index blob_reserved on files.blob using btree (workspace_id) include (reserved_bytes) where (reserved_bytes > 0);
create index blob_undigested on files.blob using btree (touched_at) where ((state = 'live'::text) and (sha256 is null));
comment on table files.blob is 'Bytes in the blob store: the row first, the bytes second, live with the file''s row third.';
comment on column files.blob.sha256 is 'Of a blob that came in chunks it is worked out after completion, by the job digest-blob; until then null.';
comment on column files.blob.touched_at is 'When the writer of a pending blob was last known to be at work; of a live blob that came in chunks, when it was complete or redigest-blobs last took it up.';
comment on column files.blob.parts is 'What the blob store knows an unfinished blob by: while its upload is open, and until its parts are discarded.';
comment on column files.blob.pack_key is 'The pack that holds the bytes of this blob; where in it stands in the key. Null: the blob is an object of its own.';
comment on column files.blob.reserved_bytes is 'Room that was reserved for a pending blob: part of files.usage.reserved_bytes until it is published or forgotten.';
comment on column files.blob.bytes is 'The bytes themselves, of a small blob whose key begins with inline-. Null: they are in the blob store.';

create table files.file (
  id text collate "C" not null,
  workspace_id bigint not null,
  parent_id text collate "C",
  type text collate "C" not null,
  name text not null,
  folded_name text collate "C" not null,
  size bigint not null,
  blob_key text collate "C",
  has_thumbnail boolean not null default false,
  share_status text not null default 'private'::text,
  shared_with text[] not null default '{}'::text[],
  share_password_hash text,
  share_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  share_version bigint not null default 0,
  constraint file_pkey primary key (id),
  constraint file_has_bytes check (((type = 'file'::text) = (blob_key is not null))),
  constraint file_share_status_check check ((share_status = any (array['private'::text, 'public'::text, 'limited'::text]))),
  constraint file_size_check check ((size >= 0)),
  constraint file_type_check check ((type = any (array['file'::text, 'folder'::text]))),
  constraint folder_has_no_size check (((type = 'file'::text) or (size = 0))),
  constraint private_is_bare check (((share_status <> 'private'::text) or ((shared_with = '{}'::text[]) and (share_password_hash is null) and (share_expires_at is null))))
);
create index file_folders on files.file using btree (workspace_id, parent_id) include (id) where (type = 'folder'::text);
create index file_listing on files.file using btree (workspace_id, parent_id, type, folded_name, id) include (size);
create index file_named on files.file using btree (workspace_id, folded_name, id) include (type, parent_id);
create index file_of_blob on files.file using btree (blob_key) where (blob_key is not null);
create index file_share_expiry on files.file using btree (share_expires_at) where (share_expires_at is not null);
comment on table files.file is 'Files and folders. parent_id null is the root of the workspace; equal names are legal.';
comment on column files.file.id is '8 characters of base62, unique over all workspaces because share links carry nothing else.';
comment on column files.file.folded_name is 'The name as it is compared: lists are sorted and searched by it. Folded by the application, the same on every database.';
comment on column files.file.size is 'Of the blob; here too, so that sums over folders read one index.';
comment on column files.file.share_version is 'Raised by every change of status, password, addresses or expiry: what a visitor had been let in with ends with it.';

create table files.name (
  workspace_id bigint not null,
  type text collate "C" not null,
  folded_name text collate "C" not null,
  indexed boolean not null default false,
  constraint name_pkey primary key (workspace_id, type, folded_name)
);
create index name_grams on files.name using gin (files.grams(workspace_id, type, folded_name)) where indexed;
create index name_waiting on files.name using btree (workspace_id, type, folded_name) where (not indexed);
comment on table files.name is 'Every name that a file of a workspace bears, once, and every name that a folder bears, once: what searches look names up in. Written by triggers. A name that nothing bears any more stays until sweep-names removes it; the look-up finds no item for it.';
comment on column files.name.indexed is 'Whether index-names has put it into the index of grams.';

create table files.share_access (
  id bigint not null generated always as identity,
  file_id text collate "C" not null,
  workspace_id bigint not null,
  entry_id text collate "C" not null,
  action text collate "C" not null,
  email text,
  address text not null,
  accessed_at timestamptz not null,
  constraint share_access_pkey primary key (id),
  constraint share_access_action_check check ((action = any (array['view'::text, 'preview'::text, 'download'::text, 'password'::text, 'code'::text])))
);
create index share_access_age on files.share_access using btree (accessed_at);
create index share_access_of on files.share_access using btree (file_id, id desc);
comment on table files.share_access is 'Who came through a link and what for; a night''s purge keeps it bounded.';
comment on column files.share_access.file_id is 'The shared file or folder.';
comment on column files.share_access.entry_id is 'The file or folder that was looked at: the shared one or something beneath it.';
comment on column files.share_access.email is 'The address that the visitor proved to have; null where none was asked for.';

create table files.share_code (
  file_id text collate "C" not null,
  email text collate "C" not null,
  share_version bigint not null,
  code_hash text not null,
  tries_left integer not null,
  expires_at timestamptz not null,
  constraint share_code_pk primary key (file_id, email),
  constraint share_code_tries_left_check check ((tries_left >= 0))
);
create index share_code_expiry on files.share_code using btree (expires_at);
comment on table files.share_code is 'The one code that is good for an address of a limited link; a new one replaces it.';

create table files.thumbnail (
  blob_key text collate "C" not null,
  workspace_id bigint not null,
  thumbnail_key text collate "C" not null,
  constraint thumbnail_pk primary key (blob_key, workspace_id),
  constraint thumbnail_once unique (thumbnail_key)
);
comment on table files.thumbnail is 'Small pictures of the bytes of image files, shared by all copies; blobs themselves.';

create table files.upload (
  key text collate "C" not null,
  user_id bigint not null,
  workspace_id bigint not null,
  scope_folder_id text collate "C",
  parent_id text collate "C",
  name text not null,
  size bigint not null,
  chunk_size integer not null,
  total_chunks integer not null,
  received_chunks integer not null default 0,
  blob_key text collate "C" not null,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  constraint upload_pkey primary key (key),
  constraint upload_of_user unique nulls not distinct (user_id, workspace_id, scope_folder_id, parent_id, name, size),
  constraint upload_check check (((received_chunks >= 0) and (received_chunks <= total_chunks))),
  constraint upload_chunk_size_check check ((chunk_size > 0)),
  constraint upload_size_check check ((size > 0)),
  constraint upload_total_chunks_check check ((total_chunks > 0))
);
create index upload_idle on files.upload using btree (touched_at);
create index upload_of_workspace on files.upload using btree (workspace_id) include (size);
comment on table files.upload is 'Open uploads in chunks. What is finished, aborted or expired has no row. Not tied to its folder, which may be deleted.';
comment on column files.upload.scope_folder_id is 'The folder that the key which opened it is confined to, if any.';
comment on column files.upload.touched_at is 'Last activity: opening, or a chunk. Asking for progress is none.';

create table files.upload_chunk (
  upload_key text collate "C" not null,
  index integer not null,
  lease text,
  beat integer not null default 0,
  crc32 bigint,
  tag text,
  constraint upload_chunk_pk primary key (upload_key, index),
  constraint upload_chunk_arrives_or_is_whole check ((num_nulls(crc32, tag) =
case
    when (lease is null) then 0
    else 2
end)),
  constraint upload_chunk_crc32_check check (((crc32 >= 0) and (crc32 <= '4294967295'::bigint))),
  constraint upload_chunk_index_check check ((index >= 0))
);
comment on table files.upload_chunk is 'Chunks that are arriving or have arrived whole; a chunk without a row is missing.';
comment on column files.upload_chunk.lease is 'The one request that may write the chunk; null once it is whole.';
comment on column files.upload_chunk.beat is 'Counted up while the writer lives. Who sees it stand still for long enough may take the lease over.';

create table files.usage (
  workspace_id bigint not null,
  limit_bytes bigint,
  used_bytes bigint not null default 0,
  file_count bigint not null default 0,
  folder_count bigint not null default 0,
  reserved_bytes bigint not null default 0,
  constraint usage_pkey primary key (workspace_id),
  constraint usage_file_count_check check ((file_count >= 0)),
  constraint usage_folder_count_check check ((folder_count >= 0)),
  constraint usage_limit_bytes_check check ((limit_bytes >= 0)),
  constraint usage_reserved_bytes_check check ((reserved_bytes >= 0)),
  constraint usage_used_bytes_check check ((used_bytes >= 0))
);
comment on table files.usage is 'How much a workspace holds, kept with every change; the row by which the quota is decided.';
comment on column files.usage.limit_bytes is 'Most bytes that the workspace may hold; null: unlimited.';
comment on column files.usage.used_bytes is 'Sum of the sizes of its files; a copy counts like an original.';
comment on column files.usage.reserved_bytes is 'Room that is reserved and not used yet: the sizes of open uploads, and what pending blobs have reserved.';

alter table files.blob add constraint blob_pack foreign key (pack_key, workspace_id) references files.blob(key, workspace_id);

alter table files.thumbnail add constraint thumbnail_blob foreign key (thumbnail_key, workspace_id) references files.blob(key, workspace_id);

alter table files.thumbnail add constraint thumbnail_of_blob foreign key (blob_key, workspace_id) references files.blob(key, workspace_id) on delete cascade;

alter table files.upload add constraint upload_blob foreign key (blob_key, workspace_id) references files.blob(key, workspace_id);

alter table files.upload add constraint upload_user_id_fkey foreign key (user_id) references identity."user"(id);

alter table files.upload_chunk add constraint upload_chunk_upload foreign key (upload_key) references files.upload(key) on delete cascade;

alter table files.usage add constraint usage_workspace_id_fkey foreign key (workspace_id) references identity.workspace(id);

create trigger check_blobs_removed after delete on files.blob referencing old table as removed for each statement execute function files.check_blobs_removed();

create trigger refuse_blob_renamed before update of key, workspace_id on files.blob for each row when (((new.key is distinct from old.key) or (new.workspace_id is distinct from old.workspace_id))) execute function files.refuse_blob_renamed();

create trigger check_added after insert on files.file referencing new table as added for each statement execute function files.check_added();

create trigger check_blob_changed after update on files.file for each row when (((new.blob_key is not null) and ((new.workspace_id is distinct from old.workspace_id) or (new.blob_key is distinct from old.blob_key)))) execute function files.check_blob_changed();

create trigger check_moved after update on files.file for each row when (((((new.workspace_id is distinct from old.workspace_id) or (new.parent_id is distinct from old.parent_id)) or (new.id is distinct from old.id)) or (new.type is distinct from old.type))) execute function files.check_moved();

create trigger check_removed after delete on files.file referencing old table as removed for each statement execute function files.check_removed();

create trigger note_added after insert on files.file referencing new table as added for each statement execute function files.note_added();

create trigger note_renamed after update on files.file for each row when (((new.workspace_id is distinct from old.workspace_id) or (new.folded_name is distinct from old.folded_name))) execute function files.note_renamed();
