create schema files;
comment on schema files is 'Files, folders, their bytes and the storage of workspaces.';

create schema identity;
comment on schema identity is 'People, workspaces, membership, plans, keys and approvals.';

create schema platform;
comment on schema platform is 'Mechanisms below all services: events, mails, counters.';

create schema sms;
comment on schema sms is 'Text messages: numbers, messages and their queue, usage of accounts, the simulator.';

create schema webhooks;
comment on schema webhooks is 'Webhooks and the deliveries of events to them.';

create sequence identity.person_id as bigint start 1 increment 1;
comment on sequence identity.person_id is 'Users and invitations draw their ids from here, so that no integer means both.';

create sequence webhooks.claim as bigint start 1 increment 1;
comment on sequence webhooks.claim is 'Numbers of claims; each batch of attempts is one.';

CREATE OR REPLACE FUNCTION files.check_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
comment on function files.check_added() is NULL;

CREATE OR REPLACE FUNCTION files.check_blob_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from files.blob where key = new.blob_key and workspace_id = new.workspace_id for key share;
  if not found then
    perform files.missing_blob();
  end if;
  return null;
end $function$;
comment on function files.check_blob_changed() is NULL;

CREATE OR REPLACE FUNCTION files.check_blobs_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
comment on function files.check_blobs_removed() is NULL;

CREATE OR REPLACE FUNCTION files.check_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.parent_id is not null then
    perform files.require_folder(new.workspace_id, new.parent_id);
  end if;
  if (new.workspace_id, new.id, new.type) <> (old.workspace_id, old.id, old.type) then
    perform files.require_empty(old.workspace_id, old.id);
  end if;
  return null;
end $function$;
comment on function files.check_moved() is NULL;

CREATE OR REPLACE FUNCTION files.check_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform files.require_empty(workspace_id, id) from removed where type = 'folder';
  return null;
end $function$;
comment on function files.check_removed() is NULL;

CREATE OR REPLACE FUNCTION files.gram_seed(workspace bigint, type text, shard bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select workspace * 16 + case type when 'folder' then 8 else 0 end + shard
$function$;
comment on function files.gram_seed(bigint,text,bigint) is 'What the pieces of names of one workspace, type and shard are hashed with; shards are 0 to 7.';

CREATE OR REPLACE FUNCTION files.grams(workspace bigint, type text, folded text)
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE COST 10000
AS $function$
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

CREATE OR REPLACE FUNCTION files.missing_blob()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise foreign_key_violation using
    schema = 'files', table = 'file', constraint = 'file_blob', message = 'The blob is not there.';
end $function$;
comment on function files.missing_blob() is NULL;

CREATE OR REPLACE FUNCTION files.note_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
comment on function files.note_added() is NULL;

CREATE OR REPLACE FUNCTION files.note_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
comment on function files.note_renamed() is NULL;

CREATE OR REPLACE FUNCTION files.refuse_blob_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise foreign_key_violation using
    schema = 'files', table = 'blob', constraint = 'file_blob', message = 'The key of a blob never changes.';
end $function$;
comment on function files.refuse_blob_renamed() is NULL;

CREATE OR REPLACE FUNCTION files.require_empty(workspace bigint, folder text)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform from files.file where workspace_id = workspace and parent_id between folder and folder;
  if found then
    raise foreign_key_violation using
      schema = 'files', table = 'file', constraint = 'file_parent', message = 'Something is in the folder.';
  end if;
end $function$;
comment on function files.require_empty(bigint,text) is 'Fails when anything is in what was a folder.';

CREATE OR REPLACE FUNCTION files.require_folder(workspace bigint, folder text)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  -- A folder that is being deleted is waited for; one that is renamed or moved is not.
  perform from files.file where workspace_id = workspace and id = folder and type = 'folder' for key share;
  if not found then
    raise foreign_key_violation using
      schema = 'files', table = 'file', constraint = 'file_parent', message = 'The parent folder is not there.';
  end if;
end $function$;
comment on function files.require_folder(bigint,text) is 'Fails unless the workspace has this folder, and keeps it from being deleted.';

CREATE OR REPLACE FUNCTION files.within(workspace bigint, item text, folder text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
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

CREATE OR REPLACE FUNCTION identity.is_deleted(workspace bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select exists (select from identity.every_workspace where id = workspace and delete_at is not null)
$function$;
comment on function identity.is_deleted(bigint) is 'Whether the workspace is being deleted. False for the operator''s account, which has no workspace.';

CREATE OR REPLACE FUNCTION identity.owner_of(workspace bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select owner_id from identity.every_workspace where id = workspace
$function$;
comment on function identity.owner_of(bigint) is 'Also of a workspace that is being deleted.';

CREATE OR REPLACE FUNCTION identity.tell_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
comment on function identity.tell_change() is NULL;

CREATE OR REPLACE FUNCTION identity.tell_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Browsers of members refetch, and find the workspace gone or back.
  perform platform.tell(to_jsonb(new.id), 'members', null);
  if new.delete_at is null then
    update webhooks.delivery set lane = case when attempts = 0 then 0 else 1 end
     where lane = 2 and workspace_id = new.id;
  end if;
  return null;
end $function$;
comment on function identity.tell_deletion() is NULL;

CREATE OR REPLACE FUNCTION identity.tell_session_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('bureau', 'identity:session:' || new.id);
  return null;
end $function$;
comment on function identity.tell_session_end() is NULL;

CREATE OR REPLACE FUNCTION platform.tell(scope jsonb, topic text, ids jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  -- A payload of 8,000 bytes would fail the transaction.
  select pg_notify('bureau', 'changed:' || jsonb_build_array(
    jsonb_build_array(scope, topic, case when octet_length(ids::text) < 7000 then ids end))::text)
$function$;
comment on function platform.tell(jsonb,text,jsonb) is 'Scope: a tenant, "operators" or "everyone". Ids: an array, or null for anything of the topic.';

CREATE OR REPLACE FUNCTION platform.tell_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- As jsonb, because the tables have different columns.
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform platform.tell(
    coalesce(changed -> tg_argv[2], '"operators"'), tg_argv[0], jsonb_build_array(changed -> tg_argv[1]));
  return null;
end $function$;
comment on function platform.tell_row() is 'Arguments: the topic, the column of the id, the column of the scope; without it the scope is the operators.';

CREATE OR REPLACE FUNCTION platform.tell_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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

CREATE OR REPLACE FUNCTION platform.tell_secret()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('bureau', 'secret:');
  return null;
end $function$;
comment on function platform.tell_secret() is NULL;

CREATE OR REPLACE FUNCTION sms.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The usage ledger is append-only.';
end $function$;
comment on function sms.refuse_ledger_change() is NULL;

CREATE OR REPLACE FUNCTION sms.tell_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform platform.tell(to_jsonb(workspace_id), 'groups', jsonb_build_array(id))
  from sms."group" where id in (select group_id from changed);
  return null;
end $function$;
comment on function sms.tell_members() is NULL;

CREATE OR REPLACE FUNCTION sms.tell_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform platform.tell('"operators"', 'numbers', jsonb_build_array(coalesce(new.id, old.id)));
  -- Everyone sees the numbers of the pool, and nobody those of account 0.
  perform platform.tell(coalesce(to_jsonb(workspace_id), '"everyone"'), 'numbers', jsonb_build_array(id))
  from (values (old.id, old.workspace_id), (new.id, new.workspace_id)) number (id, workspace_id)
  where id is not null and workspace_id is distinct from 0;
  return null;
end $function$;
comment on function sms.tell_number() is NULL;

CREATE OR REPLACE FUNCTION sms.tell_phone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform platform.tell('"operators"', 'numbers', jsonb_build_array(new.number_id));
  perform platform.tell(to_jsonb(dedicated_to), 'numbers', jsonb_build_array(id))
  from sms.number where id = new.number_id and dedicated_to is not null;
  return null;
end $function$;
comment on function sms.tell_phone() is NULL;

CREATE OR REPLACE FUNCTION webhooks.deliver_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhooks.delivery (webhook_id, workspace_id, event, data, due_at, created_at)
  select w.id, e.workspace_id, e.name, e.data, e.created_at, e.created_at
    from fresh e
    join webhooks.webhook w on w.workspace_id = e.workspace_id and w.active
     and ('*' = any (w.events) or (not e.wildcard_only and e.name = any (w.events)))
   order by e.id, w.id;
  return null;
end $function$;
comment on function webhooks.deliver_events() is NULL;

CREATE OR REPLACE FUNCTION webhooks.end_webhooks(of_workspace bigint, of_creator bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;
comment on function webhooks.end_webhooks(bigint,bigint) is NULL;

CREATE OR REPLACE FUNCTION webhooks.end_webhooks_of_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform webhooks.end_webhooks(workspace_id, user_id) from gone;
  return null;
end $function$;
comment on function webhooks.end_webhooks_of_gone() is NULL;

CREATE OR REPLACE FUNCTION webhooks.resume_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update webhooks.delivery d
     set lane = case when d.attempts = 0 then 0 else 1 end
    from identity.member m
    join webhooks.webhook w on w.workspace_id = m.workspace_id and w.created_by = m.user_id
   where m.user_id = new.id and d.lane = 2 and d.workspace_id = w.workspace_id and d.webhook_id = w.id;
  return null;
end $function$;
comment on function webhooks.resume_deliveries() is NULL;

create table files.blob (
  key text collate "C" not null,
  workspace_id bigint not null,
  state text not null default 'pending'::text,
  size bigint,
  sha256 text,
  crc32 bigint,
  created_at timestamp with time zone not null,
  touched_at timestamp with time zone not null,
  parts text,
  pack_key text collate "C",
  reserved_bytes bigint not null default 0,
  bytes bytea,
  constraint blob_pk PRIMARY KEY (key, workspace_id),
  constraint blob_comes_in_parts CHECK (((state = ANY (ARRAY['open'::text, 'discarded'::text])) = (parts IS NOT NULL))),
  constraint blob_crc32_check CHECK (((crc32 >= 0) AND (crc32 <= '4294967295'::bigint))),
  constraint blob_inline_bytes_are_whole CHECK (((bytes IS NULL) OR ((state = 'live'::text) AND (octet_length(bytes) = size)))),
  constraint blob_live_is_sealed CHECK (((state <> 'live'::text) OR (num_nulls(size, crc32) = 0))),
  constraint blob_reserves_while_pending CHECK (((reserved_bytes = 0) OR ((reserved_bytes > 0) AND (state = 'pending'::text)))),
  constraint blob_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint blob_size_check CHECK ((size >= 0)),
  constraint blob_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'open'::text, 'live'::text, 'discarded'::text])))
);
CREATE INDEX blob_discarded ON files.blob USING btree (touched_at) WHERE (state = 'discarded'::text);
comment on index files.blob_discarded is NULL;
CREATE INDEX blob_of_pack ON files.blob USING btree (pack_key) WHERE (pack_key IS NOT NULL);
comment on index files.blob_of_pack is NULL;
CREATE INDEX blob_pending ON files.blob USING btree (touched_at) WHERE (state = 'pending'::text);
comment on index files.blob_pending is NULL;
CREATE INDEX blob_reserved ON files.blob USING btree (workspace_id) INCLUDE (reserved_bytes) WHERE (reserved_bytes > 0);
comment on index files.blob_reserved is NULL;
CREATE INDEX blob_undigested ON files.blob USING btree (touched_at) WHERE ((state = 'live'::text) AND (sha256 IS NULL));
comment on index files.blob_undigested is NULL;
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
  share_expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  share_version bigint not null default 0,
  shared_by bigint,
  shared_at timestamp with time zone,
  share_message text,
  constraint file_pkey PRIMARY KEY (id),
  constraint file_has_bytes CHECK (((type = 'file'::text) = (blob_key IS NOT NULL))),
  constraint file_share_message_check CHECK ((char_length(share_message) <= 1000)),
  constraint file_share_status_check CHECK ((share_status = ANY (ARRAY['private'::text, 'public'::text, 'limited'::text]))),
  constraint file_size_check CHECK ((size >= 0)),
  constraint file_type_check CHECK ((type = ANY (ARRAY['file'::text, 'folder'::text]))),
  constraint folder_has_no_size CHECK (((type = 'file'::text) OR (size = 0))),
  constraint private_has_no_note CHECK (((share_status <> 'private'::text) OR ((shared_by IS NULL) AND (shared_at IS NULL) AND (share_message IS NULL)))),
  constraint private_is_bare CHECK (((share_status <> 'private'::text) OR ((shared_with = '{}'::text[]) AND (share_password_hash IS NULL) AND (share_expires_at IS NULL))))
);
CREATE INDEX file_by_size ON files.file USING btree (workspace_id, parent_id, type, size);
comment on index files.file_by_size is NULL;
CREATE INDEX file_by_time ON files.file USING btree (workspace_id, parent_id, type, updated_at);
comment on index files.file_by_time is NULL;
CREATE INDEX file_folders ON files.file USING btree (workspace_id, parent_id) INCLUDE (id) WHERE (type = 'folder'::text);
comment on index files.file_folders is NULL;
CREATE INDEX file_listing ON files.file USING btree (workspace_id, parent_id, type, folded_name, id) INCLUDE (size);
comment on index files.file_listing is NULL;
CREATE INDEX file_named ON files.file USING btree (workspace_id, folded_name, id) INCLUDE (type, parent_id);
comment on index files.file_named is NULL;
CREATE INDEX file_of_blob ON files.file USING btree (blob_key) WHERE (blob_key IS NOT NULL);
comment on index files.file_of_blob is NULL;
CREATE INDEX file_share_expiry ON files.file USING btree (share_expires_at) WHERE (share_expires_at IS NOT NULL);
comment on index files.file_share_expiry is NULL;
CREATE INDEX file_shared ON files.file USING btree (workspace_id, shared_at DESC NULLS LAST, id) WHERE (share_status <> 'private'::text);
comment on index files.file_shared is NULL;
comment on table files.file is 'Files and folders. parent_id null is the root of the workspace; equal names are legal.';
comment on column files.file.id is '8 characters of base62, unique over all workspaces because share links carry nothing else.';
comment on column files.file.folded_name is 'The name as it is compared: lists are sorted and searched by it. Folded by the application, the same on every database.';
comment on column files.file.size is 'Of the blob; here too, so that sums over folders read one index.';
comment on column files.file.share_version is 'Raised by every change of status, password, addresses or expiry: what a visitor had been let in with ends with it.';
comment on column files.file.shared_by is 'The person who turned the link on. Null: before this was kept.';
comment on column files.file.share_message is 'Of the person who shared it, for visitors. Changing it does not raise share_version: nobody is asked for the password again.';

create table files.name (
  workspace_id bigint not null,
  type text collate "C" not null,
  folded_name text collate "C" not null,
  indexed boolean not null default false,
  constraint name_pkey PRIMARY KEY (workspace_id, type, folded_name)
);
CREATE INDEX name_grams ON files.name USING gin (files.grams(workspace_id, type, folded_name)) WHERE indexed;
comment on index files.name_grams is NULL;
CREATE INDEX name_waiting ON files.name USING btree (workspace_id, type, folded_name) WHERE (NOT indexed);
comment on index files.name_waiting is NULL;
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
  accessed_at timestamp with time zone not null,
  constraint share_access_pkey PRIMARY KEY (id),
  constraint share_access_action_check CHECK ((action = ANY (ARRAY['view'::text, 'preview'::text, 'download'::text, 'password'::text, 'code'::text])))
);
CREATE INDEX share_access_age ON files.share_access USING btree (accessed_at);
comment on index files.share_access_age is NULL;
CREATE INDEX share_access_of ON files.share_access USING btree (file_id, id DESC);
comment on index files.share_access_of is NULL;
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
  expires_at timestamp with time zone not null,
  constraint share_code_pk PRIMARY KEY (file_id, email),
  constraint share_code_tries_left_check CHECK ((tries_left >= 0))
);
CREATE INDEX share_code_expiry ON files.share_code USING btree (expires_at);
comment on index files.share_code_expiry is NULL;
comment on table files.share_code is 'The one code that is good for an address of a limited link; a new one replaces it.';

create table files.thumbnail (
  blob_key text collate "C" not null,
  workspace_id bigint not null,
  thumbnail_key text collate "C" not null,
  constraint thumbnail_pk PRIMARY KEY (blob_key, workspace_id),
  constraint thumbnail_once UNIQUE (thumbnail_key)
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
  created_at timestamp with time zone not null,
  touched_at timestamp with time zone not null,
  constraint upload_pkey PRIMARY KEY (key),
  constraint upload_of_user UNIQUE NULLS NOT DISTINCT (user_id, workspace_id, scope_folder_id, parent_id, name, size),
  constraint upload_check CHECK (((received_chunks >= 0) AND (received_chunks <= total_chunks))),
  constraint upload_chunk_size_check CHECK ((chunk_size > 0)),
  constraint upload_size_check CHECK ((size > 0)),
  constraint upload_total_chunks_check CHECK ((total_chunks > 0))
);
CREATE INDEX upload_idle ON files.upload USING btree (touched_at);
comment on index files.upload_idle is NULL;
CREATE INDEX upload_of_workspace ON files.upload USING btree (workspace_id) INCLUDE (size);
comment on index files.upload_of_workspace is NULL;
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
  constraint upload_chunk_pk PRIMARY KEY (upload_key, index),
  constraint upload_chunk_arrives_or_is_whole CHECK ((num_nulls(crc32, tag) =
CASE
    WHEN (lease IS NULL) THEN 0
    ELSE 2
END)),
  constraint upload_chunk_crc32_check CHECK (((crc32 >= 0) AND (crc32 <= '4294967295'::bigint))),
  constraint upload_chunk_index_check CHECK ((index >= 0))
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
  constraint usage_pkey PRIMARY KEY (workspace_id),
  constraint usage_file_count_check CHECK ((file_count >= 0)),
  constraint usage_folder_count_check CHECK ((folder_count >= 0)),
  constraint usage_limit_bytes_check CHECK ((limit_bytes >= 0)),
  constraint usage_reserved_bytes_check CHECK ((reserved_bytes >= 0)),
  constraint usage_used_bytes_check CHECK ((used_bytes >= 0))
);
comment on table files.usage is 'How much a workspace holds, kept with every change; the row by which the quota is decided.';
comment on column files.usage.limit_bytes is 'Most bytes that the workspace may hold; null: unlimited.';
comment on column files.usage.used_bytes is 'Sum of the sizes of its files; a copy counts like an original.';
comment on column files.usage.reserved_bytes is 'Room that is reserved and not used yet: the sizes of open uploads, and what pending blobs have reserved.';

create table identity."user" (
  id bigint not null default nextval('identity.person_id'::regclass),
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text,
  created_at timestamp with time zone not null,
  disabled_at timestamp with time zone,
  phone bytea,
  email_verified_at timestamp with time zone,
  created_by bigint,
  sponsor_id bigint,
  totp_secret bytea,
  totp_confirmed_at timestamp with time zone,
  totp_step bigint,
  operator_since timestamp with time zone,
  demo boolean not null default false,
  delete_at timestamp with time zone,
  constraint user_pkey PRIMARY KEY (id),
  constraint user_email_taken UNIQUE (email),
  constraint user_deleted_is_disabled CHECK (((delete_at IS NULL) OR (disabled_at IS NOT NULL))),
  constraint user_email_normalised CHECK (((email = lower(btrim(email))) AND (email <> ''::text)))
);
CREATE INDEX user_created_by ON identity."user" USING btree (created_by, created_at) WHERE (created_by IS NOT NULL);
comment on index identity.user_created_by is NULL;
CREATE INDEX user_deleted ON identity."user" USING btree (delete_at) WHERE (delete_at IS NOT NULL);
comment on index identity.user_deleted is NULL;
CREATE INDEX user_demo ON identity."user" USING btree (id) WHERE demo;
comment on index identity.user_demo is NULL;
CREATE INDEX user_disabled ON identity."user" USING btree (id) WHERE (disabled_at IS NOT NULL);
comment on index identity.user_disabled is NULL;
CREATE INDEX user_email_prefix ON identity."user" USING btree (email COLLATE "C");
comment on index identity.user_email_prefix is NULL;
CREATE INDEX user_last_name_prefix ON identity."user" USING btree (lower(last_name) COLLATE "C");
comment on index identity.user_last_name_prefix is NULL;
CREATE INDEX user_name_prefix ON identity."user" USING btree (lower(((first_name || ' '::text) || last_name)) COLLATE "C");
comment on index identity.user_name_prefix is NULL;
CREATE INDEX user_operator ON identity."user" USING btree (id) WHERE (operator_since IS NOT NULL);
comment on index identity.user_operator is NULL;
CREATE INDEX user_sponsor ON identity."user" USING btree (sponsor_id) WHERE (sponsor_id IS NOT NULL);
comment on index identity.user_sponsor is NULL;
comment on table identity."user" is 'A person. Without a password hash the person cannot sign in yet.';
comment on column identity."user".phone is 'Sealed by the vault for user.phone:<id>.';
comment on column identity."user".email_verified_at is 'When the person first used a link that was mailed to the address.';
comment on column identity."user".created_by is 'The person whose provisioning key created the account; may have reset links mailed to it.';
comment on column identity."user".sponsor_id is 'Who pays: their subscription has to be active, and its plan is the person''s unless they have one of their own.';
comment on column identity."user".totp_secret is 'Sealed by the vault for user.totp:<id>; in force once totp_confirmed_at is set.';
comment on column identity."user".totp_step is 'The last time step whose code was used; no code is taken twice.';
comment on column identity."user".operator_since is 'When the person became an operator of the installation; null: they are not one.';
comment on column identity."user".demo is 'Whether it is a made-up person. They have no password and get no mail.';
comment on column identity."user".delete_at is 'When the person is deleted. Until then they are disabled and can be brought back. Null: they are not being deleted.';

create table identity.api_key (
  id bigint not null generated always as identity,
  digest bytea not null,
  prefix text not null,
  name text not null,
  service text not null,
  environment text not null,
  user_id bigint not null,
  workspace_id bigint not null,
  scopes text[] not null,
  per_minute integer not null,
  per_day integer,
  number_id bigint,
  folder_id text,
  ips text[] not null,
  domains text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  orphaned_at timestamp with time zone,
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_digest UNIQUE (digest),
  constraint api_key_environment_check CHECK ((environment = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint api_key_per_day_check CHECK ((per_day >= 0)),
  constraint api_key_per_minute_check CHECK ((per_minute >= 0)),
  constraint api_key_service_check CHECK ((service = ANY (ARRAY['sms'::text, 'files'::text, 'iam'::text, 'provisioning'::text])))
);
CREATE INDEX api_key_user ON identity.api_key USING btree (user_id);
comment on index identity.api_key_user is NULL;
CREATE INDEX api_key_workspace ON identity.api_key USING btree (workspace_id);
comment on index identity.api_key_workspace is NULL;
comment on table identity.api_key is 'API keys. Only the SHA-256 of a key is kept; the key itself is shown once.';
comment on column identity.api_key.prefix is 'The first characters, to recognise the key by.';
comment on column identity.api_key.number_id is 'sms.number that the key is bound to, if any.';
comment on column identity.api_key.folder_id is 'files.file that the key is confined to, if any.';
comment on column identity.api_key.ips is 'Addresses and CIDR ranges allowed to call; empty: any.';
comment on column identity.api_key.domains is 'Hosts and *.domains allowed as Origin; empty: any.';
comment on column identity.api_key.orphaned_at is 'When the creator left the workspace. The key does not come back with them.';

create table identity.api_key_use (
  key_id bigint not null,
  last_used_at timestamp with time zone not null,
  constraint api_key_use_pkey PRIMARY KEY (key_id)
);
comment on table identity.api_key_use is 'Apart from api_key, so that noting a use does not look like a change of the key.';

create table identity.approval (
  user_id bigint not null,
  approved_at timestamp with time zone,
  revoked_at timestamp with time zone,
  requested_at timestamp with time zone,
  declined_at timestamp with time zone,
  company text,
  purpose text,
  monthly_accounts integer,
  constraint approval_pkey PRIMARY KEY (user_id),
  constraint approval_began CHECK ((COALESCE(requested_at, approved_at) IS NOT NULL)),
  constraint approval_monthly_accounts_check CHECK ((monthly_accounts >= 0))
);
CREATE INDEX approval_pending ON identity.approval USING btree ((((approved_at IS NULL) AND (declined_at IS NULL) AND (revoked_at IS NULL))), user_id);
comment on index identity.approval_pending is NULL;
CREATE INDEX approval_requested ON identity.approval USING btree (user_id) WHERE ((approved_at IS NULL) AND (declined_at IS NULL));
comment on index identity.approval_requested is NULL;
comment on table identity.approval is 'Access of a person to the provisioning service: requested, approved, declined or revoked. In force while approved_at is set and neither declined_at nor revoked_at is.';

create table identity.audit (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor text not null,
  user_id bigint,
  key_id bigint,
  workspace_id bigint,
  action text not null,
  target text,
  outcome text not null,
  request_id text,
  address text,
  calls integer not null default 1,
  constraint audit_pkey PRIMARY KEY (id),
  constraint audit_actor_check CHECK ((actor = ANY (ARRAY['key'::text, 'person'::text, 'operator'::text, 'nobody'::text]))),
  constraint audit_calls_check CHECK ((calls > 0))
);
CREATE INDEX audit_action ON identity.audit USING btree (action, at DESC, id DESC);
comment on index identity.audit_action is NULL;
CREATE INDEX audit_at ON identity.audit USING brin (at);
comment on index identity.audit_at is NULL;
CREATE INDEX audit_key ON identity.audit USING btree (key_id, id DESC) WHERE (key_id IS NOT NULL);
comment on index identity.audit_key is NULL;
CREATE INDEX audit_newest ON identity.audit USING btree (at DESC, id DESC);
comment on index identity.audit_newest is NULL;
CREATE INDEX audit_user ON identity.audit USING btree (user_id, id DESC) WHERE (user_id IS NOT NULL);
comment on index identity.audit_user is NULL;
CREATE INDEX audit_user_at ON identity.audit USING btree (user_id, at DESC, id DESC) WHERE (user_id IS NOT NULL);
comment on index identity.audit_user_at is NULL;
CREATE INDEX audit_workspace ON identity.audit USING btree (workspace_id, id DESC) WHERE (workspace_id IS NOT NULL);
comment on index identity.audit_workspace is NULL;
CREATE INDEX audit_workspace_action ON identity.audit USING btree (workspace_id, action, at DESC, id DESC) WHERE (workspace_id IS NOT NULL);
comment on index identity.audit_workspace_action is NULL;
CREATE INDEX audit_workspace_at ON identity.audit USING btree (workspace_id, at DESC, id DESC) WHERE (workspace_id IS NOT NULL);
comment on index identity.audit_workspace_at is NULL;
CREATE INDEX audit_workspace_user ON identity.audit USING btree (workspace_id, user_id, at DESC, id DESC) WHERE (workspace_id IS NOT NULL);
comment on index identity.audit_workspace_user is NULL;
comment on table identity.audit is 'Who did what, appended in the transaction of the change; of provisioning also what was refused. No foreign keys: entries outlive what they name.';
comment on column identity.audit.user_id is 'The person, or whose key it was.';
comment on column identity.audit.target is 'What it was done to: user:17, workspace:4, invitation:9.';
comment on column identity.audit.outcome is 'ok, or the code of the refusal.';
comment on column identity.audit.calls is 'How many calls the entry stands for: calls over the limits of a key are one entry for some seconds.';

create table identity.demo (
  only_one boolean not null default true,
  began_at timestamp with time zone not null,
  filled_at timestamp with time zone,
  constraint demo_pkey PRIMARY KEY (only_one),
  constraint demo_only_one CHECK (only_one)
);
comment on table identity.demo is 'The demo data of the installation. The row is there from before the first of it until after the last of it.';
comment on column identity.demo.filled_at is 'Null: it is being filled, or a crash interrupted that, and the next start does it again.';

create table identity.every_member (
  workspace_id bigint not null,
  user_id bigint not null,
  role text not null,
  joined_at timestamp with time zone not null,
  constraint member_already_there PRIMARY KEY (workspace_id, user_id),
  constraint member_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
);
CREATE UNIQUE INDEX member_one_owner ON identity.every_member USING btree (workspace_id) WHERE (role = 'owner'::text);
comment on index identity.member_one_owner is NULL;
CREATE INDEX member_user ON identity.every_member USING btree (user_id, workspace_id);
comment on index identity.member_user is NULL;
comment on table identity.every_member is 'Active membership. The owner has a row too; removal deletes the row. Also of workspaces that are being deleted; statements read identity.member.';

create table identity.every_workspace (
  id bigint not null generated always as identity,
  type text not null,
  name text not null,
  owner_id bigint not null,
  created_at timestamp with time zone not null,
  ein text,
  ein_sealed bytea,
  demo boolean not null default false,
  delete_at timestamp with time zone,
  constraint workspace_pkey PRIMARY KEY (id),
  constraint workspace_ein_digits CHECK ((ein ~ '^[0-9]{9}$'::text)),
  constraint workspace_type_check CHECK ((type = ANY (ARRAY['personal'::text, 'org'::text])))
);
CREATE INDEX workspace_deleted ON identity.every_workspace USING btree (delete_at) WHERE (delete_at IS NOT NULL);
comment on index identity.workspace_deleted is NULL;
CREATE INDEX workspace_demo ON identity.every_workspace USING btree (id) WHERE demo;
comment on index identity.workspace_demo is NULL;
CREATE INDEX workspace_ein_unsealed ON identity.every_workspace USING btree (id) WHERE (ein IS NOT NULL);
comment on index identity.workspace_ein_unsealed is NULL;
CREATE INDEX workspace_name_prefix ON identity.every_workspace USING btree (lower(name) COLLATE "C");
comment on index identity.workspace_name_prefix is NULL;
CREATE UNIQUE INDEX workspace_one_personal ON identity.every_workspace USING btree (owner_id) WHERE (type = 'personal'::text);
comment on index identity.workspace_one_personal is NULL;
CREATE INDEX workspace_owner ON identity.every_workspace USING btree (owner_id, type);
comment on index identity.workspace_owner is NULL;
comment on table identity.every_workspace is 'What keys, files and messages belong to: one personal workspace a person, and organizations. Also those that are being deleted, which statements do not see: they read identity.workspace.';
comment on column identity.every_workspace.ein is 'As ein_sealed, but in clear text, from before 0026. The job seal-eins moves it there.';
comment on column identity.every_workspace.ein_sealed is 'Employer identification number: nine digits, sealed by the vault for workspace.ein:<id>.';
comment on column identity.every_workspace.demo is 'Whether it is demo data.';
comment on column identity.every_workspace.delete_at is 'When it is deleted with everything in it. Until then it can be brought back. Null: it is not being deleted.';

create table identity.invitation (
  id bigint not null default nextval('identity.person_id'::regclass),
  workspace_id bigint not null,
  email text not null,
  role text not null,
  invited_by bigint not null,
  invited_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  accepted_by bigint,
  cancelled_at timestamp with time zone,
  constraint invitation_pkey PRIMARY KEY (id),
  constraint invitation_accepted_by_somebody CHECK (((accepted_at IS NULL) = (accepted_by IS NULL))),
  constraint invitation_email_normalised CHECK (((email = lower(btrim(email))) AND (email <> ''::text))),
  constraint invitation_ended_once CHECK (((accepted_at IS NULL) OR (cancelled_at IS NULL))),
  constraint invitation_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text])))
);
CREATE INDEX invitation_email ON identity.invitation USING btree (email) WHERE ((accepted_at IS NULL) AND (cancelled_at IS NULL));
comment on index identity.invitation_email is NULL;
CREATE UNIQUE INDEX invitation_one_pending ON identity.invitation USING btree (workspace_id, email) WHERE ((accepted_at IS NULL) AND (cancelled_at IS NULL));
comment on index identity.invitation_one_pending is NULL;
CREATE INDEX invitation_pending ON identity.invitation USING btree (workspace_id, id DESC) WHERE ((accepted_at IS NULL) AND (cancelled_at IS NULL));
comment on index identity.invitation_pending is NULL;
comment on table identity.invitation is 'An invitation of an address to an organization. Inviting again changes the row, so that its id stays; its links are in identity.link.';

create table identity.invite_code (
  code text collate "C" not null,
  workspace_id bigint not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  used_by bigint,
  revoked_at timestamp with time zone,
  constraint invite_code_pkey PRIMARY KEY (code),
  constraint invite_code_ended_once CHECK (((used_at IS NULL) OR (revoked_at IS NULL))),
  constraint invite_code_used_by_somebody CHECK (((used_at IS NULL) = (used_by IS NULL)))
);
CREATE INDEX invite_code_unused ON identity.invite_code USING btree (workspace_id, created_at DESC) WHERE ((used_at IS NULL) AND (revoked_at IS NULL));
comment on index identity.invite_code_unused is NULL;
comment on table identity.invite_code is 'Join links of an organization that people hand on. Each lets one person in, as a member.';

create table identity.link (
  id bigint not null generated always as identity,
  digest bytea not null,
  kind text not null,
  user_id bigint,
  invitation_id bigint,
  workspace_id bigint,
  recipient text not null,
  issued_by bigint,
  issued_via text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint link_pkey PRIMARY KEY (id),
  constraint link_digest UNIQUE (digest),
  constraint link_ended_once CHECK (((used_at IS NULL) OR (revoked_at IS NULL))),
  constraint link_is_for_one CHECK ((((kind = 'invitation'::text) = (invitation_id IS NOT NULL)) AND ((kind = 'invitation'::text) <> (user_id IS NOT NULL)))),
  constraint link_issued_via_check CHECK ((issued_via = ANY (ARRAY['iam'::text, 'provisioning'::text, 'page'::text, 'console'::text]))),
  constraint link_kind_check CHECK ((kind = ANY (ARRAY['welcome'::text, 'reset'::text, 'invitation'::text])))
);
CREATE INDEX link_expired ON identity.link USING btree (expires_at);
comment on index identity.link_expired is NULL;
CREATE INDEX link_invitation ON identity.link USING btree (invitation_id) WHERE (invitation_id IS NOT NULL);
comment on index identity.link_invitation is NULL;
CREATE INDEX link_issuer ON identity.link USING btree (issued_by, created_at) WHERE (kind = 'invitation'::text);
comment on index identity.link_issuer is NULL;
CREATE INDEX link_user ON identity.link USING btree (user_id, kind) WHERE ((used_at IS NULL) AND (revoked_at IS NULL));
comment on index identity.link_user is NULL;
CREATE INDEX link_workspace ON identity.link USING btree (workspace_id, created_at) WHERE (workspace_id IS NOT NULL);
comment on index identity.link_workspace is NULL;
comment on table identity.link is 'E-mailed links that work once. Only the SHA-256 of the token is kept.';
comment on column identity.link.issued_via is 'iam counts against the limits of invitations, provisioning against its ten-minute rule; page is the visitor''s own request.';

create table identity.plan (
  name text not null,
  services text[] not null,
  sms_daily integer not null,
  payg boolean not null,
  cap_micros bigint not null,
  price_micros bigint not null,
  constraint plan_pkey PRIMARY KEY (name),
  constraint plan_cap_micros_check CHECK ((cap_micros >= 0)),
  constraint plan_price_micros_check CHECK ((price_micros >= 0)),
  constraint plan_sms_daily_check CHECK ((sms_daily >= 0))
);
comment on table identity.plan is 'Plans that the operator edits. Money is in micro-units.';
comment on column identity.plan.sms_daily is 'Recipients an account may send to in one UTC day.';
comment on column identity.plan.payg is 'Whether sends beyond the daily allowance are metered, up to cap_micros a month.';
comment on column identity.plan.price_micros is 'Price of one metered segment.';

create table identity.recovery_code (
  user_id bigint not null,
  digest bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (user_id, digest)
);
comment on table identity.recovery_code is 'Codes that stand in for a lost second factor, each once.';

create table identity.request (
  id bigint not null generated always as identity,
  request_id text not null,
  at timestamp with time zone not null,
  workspace_id bigint,
  user_id bigint not null,
  key_id bigint,
  service text not null,
  operation text,
  method text not null,
  path text,
  status smallint not null,
  code text,
  ms real not null,
  address text not null,
  constraint request_pkey PRIMARY KEY (at, id)
);
CREATE INDEX request_by_request_id ON identity.request USING hash (request_id);
comment on index identity.request_by_request_id is 'A hash, because the ids are random and are looked up whole.';
CREATE INDEX request_of_key ON identity.request USING btree (workspace_id, key_id, id DESC) INCLUDE (at) WHERE (key_id IS NOT NULL);
comment on index identity.request_of_key is 'Has the time, so that the requests of a key in 24 hours are counted without the table.';
CREATE INDEX request_of_user ON identity.request USING btree (workspace_id, user_id, id DESC);
comment on index identity.request_of_user is 'For members, who see only their own requests.';
CREATE INDEX request_of_workspace ON identity.request USING btree (workspace_id, id DESC);
comment on index identity.request_of_workspace is 'For admins, who see all requests of the workspace.';
CREATE INDEX request_refused ON identity.request USING btree (workspace_id, id DESC) WHERE (status >= 400);
comment on index identity.request_refused is 'Small: most requests are answered as asked.';
comment on table identity.request is 'Requests of identified callers, appended in batches after their answers. No foreign keys: entries outlive what they name.';
comment on column identity.request.at is 'When the answer ended.';
comment on column identity.request.workspace_id is 'null: of a person outside of a workspace.';
comment on column identity.request.user_id is 'The person, or whose key it was.';
comment on column identity.request.key_id is 'null: made by a person who is logged in.';
comment on column identity.request.operation is 'The id of the endpoint; null: no endpoint has this path and method.';
comment on column identity.request.path is 'The template of the endpoint, with names of parameters instead of values.';
comment on column identity.request.status is '499: the client disconnected before the answer was complete.';
comment on column identity.request.code is 'Of the refusal.';

create table identity.session (
  id bigint not null generated always as identity,
  digest bytea not null,
  user_id bigint not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  address text not null,
  browser text not null,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_digest UNIQUE (digest)
);
CREATE INDEX session_expired ON identity.session USING btree (expires_at);
comment on index identity.session_expired is NULL;
CREATE INDEX session_open ON identity.session USING btree (user_id) WHERE (ended_at IS NULL);
comment on index identity.session_open is NULL;
comment on table identity.session is 'Log-ins of people. Only the SHA-256 of the token in the cookie is kept.';
comment on column identity.session.expires_at is 'The latest end, whatever the person does.';

create table identity.setup_link (
  only_one boolean not null default true,
  digest bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint setup_link_pkey PRIMARY KEY (only_one),
  constraint setup_link_only_one CHECK (only_one)
);
comment on table identity.setup_link is 'The link that creates the first operator. A new one replaces the row, and using it deletes the row. Only the SHA-256 of the token is kept.';

create table identity.subscription (
  user_id bigint not null,
  plan text,
  active boolean not null,
  services text[],
  sms_daily integer,
  payg boolean,
  cap_micros bigint,
  price_micros bigint,
  constraint subscription_pkey PRIMARY KEY (user_id),
  constraint subscription_cap_micros_check CHECK ((cap_micros >= 0)),
  constraint subscription_price_micros_check CHECK ((price_micros >= 0)),
  constraint subscription_sms_daily_check CHECK ((sms_daily >= 0))
);
CREATE INDEX subscription_plan ON identity.subscription USING btree (plan);
comment on index identity.subscription_plan is NULL;
comment on table identity.subscription is 'The plan of a person; what is not null here goes before the value of the plan.';
comment on column identity.subscription.plan is 'null: the plan of the sponsor.';

create table platform.backup (
  id bigint not null generated always as identity,
  place text not null,
  name text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  size_bytes bigint,
  blobs_count bigint,
  blobs_bytes bigint,
  error text,
  constraint backup_pkey PRIMARY KEY (id),
  constraint backup_good_is_whole CHECK (((ended_at IS NULL) OR (error IS NOT NULL) OR (size_bytes IS NOT NULL)))
);
CREATE INDEX backup_good ON platform.backup USING btree (ended_at) WHERE ((error IS NULL) AND (ended_at IS NOT NULL));
comment on index platform.backup_good is NULL;
CREATE INDEX backup_started ON platform.backup USING btree (started_at);
comment on index platform.backup_started is NULL;
comment on table platform.backup is 'A row for each try to make a backup; kept for a year.';
comment on column platform.backup.place is 'The directory or bucket.';
comment on column platform.backup.ended_at is 'Null: it is being made, or the process died, and the next backup notes that as an error.';
comment on column platform.backup.blobs_bytes is 'Bytes of the blobs that it needs, not of those that were copied.';
comment on column platform.backup.error is 'Null when the backup is good; else one sentence.';

create table platform.counter (
  counter text not null,
  bucket_seconds integer not null,
  bucket bigint not null,
  count integer not null,
  constraint counter_pkey PRIMARY KEY (counter, bucket_seconds, bucket),
  constraint counter_bucket_seconds_check CHECK ((bucket_seconds > 0)),
  constraint counter_count_check CHECK ((count >= 0))
);
comment on table platform.counter is 'How often something rate-limited happened, a row for each span of time; the memory of the server across restarts.';
comment on column platform.counter.counter is 'Whose requests count together: key:17:minute.';
comment on column platform.counter.bucket_seconds is 'Length of the span.';
comment on column platform.counter.bucket is 'The span''s start in seconds since 1970, divided by bucket_seconds.';

create table platform.event (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  name text not null,
  data jsonb not null,
  wildcard_only boolean not null,
  created_at timestamp with time zone not null,
  constraint event_pkey PRIMARY KEY (id)
);
comment on table platform.event is 'Outbox: what happened in a workspace, committed together with the change, to be told to the workspace''s webhooks.';
comment on column platform.event.workspace_id is 'No foreign key: the platform does not know workspaces, and an event outlives what it tells of.';
comment on column platform.event.data is 'The payload as rendered at the moment of the change; delivery adds nothing.';
comment on column platform.event.wildcard_only is 'Only subscribers of * are told.';

create table platform.former_secret (
  id bigint not null generated always as identity,
  name text not null,
  sealed bytea not null,
  accepted_until timestamp with time zone not null,
  constraint former_secret_pkey PRIMARY KEY (id)
);
CREATE INDEX former_secret_of_name ON platform.former_secret USING btree (name);
comment on index platform.former_secret_of_name is NULL;
comment on table platform.former_secret is 'Secrets that were replaced and are still accepted until a time.';
comment on column platform.former_secret.sealed is 'Sealed by the vault for secret:<name>, as in platform.secret.';

create table platform.job_turn (
  job_id bigint not null,
  tenant_id bigint not null,
  priority smallint not null,
  constraint job_turn_pkey PRIMARY KEY (job_id)
);
CREATE INDEX job_turn_tenant ON platform.job_turn USING btree (tenant_id, priority);
comment on index platform.job_turn_tenant is NULL;
comment on table platform.job_turn is 'Jobs in the table of the job queue whose turn it is; few for each tenant.';
comment on column platform.job_turn.job_id is 'The job queue''s own id; a job that is gone loses its turn to give-turns.';

create table platform.key_rotation (
  key_id text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint key_rotation_pkey PRIMARY KEY (key_id),
  constraint key_rotation_ends_later CHECK ((ended_at >= began_at))
);
comment on table platform.key_rotation is 'Rotations of the key that seals secrets. One that has not ended is continued by the next run.';
comment on column platform.key_rotation.key_id is 'ID of the new key: 8 hexadecimal digits that reveal nothing of it.';
comment on column platform.key_rotation.ended_at is 'When everything stored was sealed with the new key.';

create table platform.mail (
  id bigint not null generated always as identity,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  links text[] not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  error text,
  queued_at timestamp with time zone,
  scope_id bigint,
  constraint mail_pkey PRIMARY KEY (id),
  constraint mail_one_outcome CHECK (((sent_at IS NULL) OR (failed_at IS NULL)))
);
CREATE INDEX mail_created ON platform.mail USING btree (created_at);
comment on index platform.mail_created is 'For the sweep that removes old mails.';
CREATE INDEX mail_failed ON platform.mail USING btree (failed_at) WHERE (failed_at IS NOT NULL);
comment on index platform.mail_failed is 'For the metrics of mails that were given up.';
CREATE INDEX mail_recipient ON platform.mail USING btree (recipient, id DESC);
comment on index platform.mail_recipient is NULL;
CREATE INDEX mail_scope ON platform.mail USING btree (scope_id) WHERE (scope_id IS NOT NULL);
comment on index platform.mail_scope is NULL;
CREATE INDEX mail_waiting ON platform.mail USING btree (queued_at) WHERE ((queued_at IS NOT NULL) AND (sent_at IS NULL) AND (failed_at IS NULL));
comment on index platform.mail_waiting is 'For the metrics of mails that wait.';
comment on table platform.mail is 'Mails to persons, written with the change that causes them and sent by the job deliver-mail.';
comment on column platform.mail.links is 'The links of the text, so that an operator can copy them when no mail server is set up.';
comment on column platform.mail.failed_at is 'When it was given up; error says why. A mail that will be tried again has neither.';
comment on column platform.mail.queued_at is 'When it was last handed to the queue, which gives up a day later; null while it is only kept, because there was no mail server.';
comment on column platform.mail.scope_id is 'The workspace in which something caused the mail, which is deleted with it. Null: none, or before 0019.';

create table platform.mail_limit (
  subject text collate "C" not null,
  sent_at timestamp with time zone[] not null,
  forget_at timestamp with time zone not null,
  constraint mail_limit_pkey PRIMARY KEY (subject)
);
CREATE INDEX mail_limit_forget ON platform.mail_limit USING btree (forget_at);
comment on index platform.mail_limit_forget is NULL;
comment on table platform.mail_limit is 'Times of recent mails, counted in the transaction that sends them.';
comment on column platform.mail_limit.subject is 'What is limited: to:<address>, to:<address>:<kind>, tenant:<id of a workspace> or from:<address of the caller>.';
comment on column platform.mail_limit.sent_at is 'The mails that count, as many as the limit at the most.';
comment on column platform.mail_limit.forget_at is 'From this instant on none of them counts any more.';

create table platform.migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null,
  version text,
  constraint migration_pkey PRIMARY KEY (name)
);
comment on table platform.migration is 'The files of migrations/ that were applied.';
comment on column platform.migration.checksum is 'SHA-256 of the text, in hexadecimal: a file never changes once it was applied.';
comment on column platform.migration.version is 'The version of Bureau that applied it. Null: one before versions were recorded.';

create table platform.secret (
  name text not null,
  sealed bytea not null,
  constraint secret_pkey PRIMARY KEY (name)
);
comment on table platform.secret is 'Secrets of the installation, made when they are first asked for.';
comment on column platform.secret.sealed is 'Encrypted with the key file or BUREAU_SECRET_KEY, for the purpose secret:<name>.';

create table platform.try (
  target text collate "C" not null,
  subject text collate "C" not null,
  tries integer not null,
  last_at timestamp with time zone not null,
  next_at timestamp with time zone not null,
  forget_at timestamp with time zone not null,
  constraint try_pk PRIMARY KEY (target, subject),
  constraint try_tries_check CHECK ((tries >= 0))
);
CREATE INDEX try_forget ON platform.try USING btree (forget_at);
comment on index platform.try_forget is NULL;
comment on table platform.try is 'Tries at secrets that people type, counted before they are judged, so that parallel ones count too.';
comment on column platform.try.target is 'What is tried: share.password:<link>. Tries at different things are counted apart.';
comment on column platform.try.subject is 'Whose tries count together: from:<address of the caller>, to:<e-mail address>, or all for everybody.';
comment on column platform.try.next_at is 'Tries before this instant are refused unseen.';
comment on column platform.try.forget_at is 'From this instant on the tries do not count any more.';

create table platform.waiting_job (
  id bigint not null generated always as identity,
  tenant_id bigint not null,
  name text not null,
  payload json not null,
  priority smallint not null,
  run_at timestamp with time zone not null,
  tries_left smallint not null,
  key text,
  last_error text,
  constraint waiting_job_pkey PRIMARY KEY (id),
  constraint waiting_job_key_key UNIQUE (key),
  constraint waiting_job_tries_left_check CHECK ((tries_left > 0))
);
CREATE INDEX waiting_job_turn ON platform.waiting_job USING btree (tenant_id, priority, run_at, id);
comment on index platform.waiting_job_turn is NULL;
comment on table platform.waiting_job is 'Jobs that wait for a turn of their tenant, also between two tries.';
comment on column platform.waiting_job.priority is 'The queue, as the job queue numbers it: src/platform/jobs/queue.ts.';
comment on column platform.waiting_job.key is 'A waiting job of the same key is replaced.';

create table sms."group" (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  number_id bigint not null,
  name text not null,
  active boolean not null,
  created_at timestamp with time zone not null,
  constraint group_pkey PRIMARY KEY (id)
);
CREATE INDEX group_of_workspace ON sms."group" USING btree (workspace_id, id);
comment on index sms.group_of_workspace is NULL;
CREATE UNIQUE INDEX group_one_active_a_number ON sms."group" USING btree (workspace_id, number_id) WHERE active;
comment on index sms.group_one_active_a_number is NULL;
comment on table sms."group" is 'Groups on dedicated numbers: docs/api/sms.md#groups. Messages keep the id of a deleted one.';

create table sms.account (
  workspace_id bigint not null,
  customer_id bigint generated always as (NULLIF(workspace_id, 0)) stored,
  stop_words boolean not null default true,
  constraint account_pkey PRIMARY KEY (workspace_id)
);
comment on table sms.account is 'One row for each workspace that sent or received. A transaction that adds messages locks the row FOR NO KEY UPDATE before it draws ids, so that an id becomes visible only after every smaller id of the workspace.';
comment on column sms.account.workspace_id is 'A workspace, or 0: the account of the operator''s own messages. No workspace and so no key has that id.';
comment on column sms.account.stop_words is 'Whether STOP, START and HELP mean something: docs/api/sms.md#stop-words.';

create table sms.contact (
  workspace_id bigint not null,
  phone text not null,
  number_id bigint not null,
  spoke_at timestamp with time zone not null,
  wrote_at timestamp with time zone,
  wrote_id bigint,
  constraint contact_pkey PRIMARY KEY (workspace_id, phone, number_id)
);
CREATE INDEX contact_of_phone ON sms.contact USING btree (number_id, phone, wrote_at);
comment on index sms.contact_of_phone is NULL;
comment on table sms.contact is 'Over which number an account last spoke with a phone (sticky sender), and which account last wrote to a phone from a number (routing of answers).';
comment on column sms.contact.wrote_id is 'The last message that went out, to break a tie of wrote_at.';

create table sms.conversation (
  workspace_id bigint not null,
  phone text collate "C" not null,
  last_id bigint not null,
  last_in_id bigint,
  last_in_at timestamp with time zone,
  constraint conversation_pkey PRIMARY KEY (workspace_id, phone),
  constraint conversation_in_whole CHECK (((last_in_id IS NULL) = (last_in_at IS NULL)))
);
CREATE INDEX conversation_answered ON sms.conversation USING btree (workspace_id, last_id) WHERE (last_in_id IS NOT NULL);
comment on index sms.conversation_answered is NULL;
CREATE INDEX conversation_newest ON sms.conversation USING btree (workspace_id, last_id);
comment on index sms.conversation_newest is NULL;
comment on table sms.conversation is 'Phones that a workspace exchanged texts with, whether by themselves or in groups. Not those of the operator''s own messages. Written under the lock of sms.account, in the statement that adds the message, and by the purge of messages.';
comment on column sms.conversation.phone is 'As in sms.message, in bytewise order for searches by the first digits.';
comment on column sms.conversation.last_id is 'The newest message.';
comment on column sms.conversation.last_in_id is 'The newest message of the phone.';
comment on column sms.conversation.last_in_at is 'The latest time at which the phone sent one.';

create table sms.handoff (
  id bigint not null generated always as identity,
  message_id bigint not null,
  number_id bigint,
  at timestamp with time zone not null,
  what text not null,
  detail text,
  constraint handoff_what_check CHECK ((what = ANY (ARRAY['handed'::text, 'delayed'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'expired'::text, 'cancelled'::text])))
);
CREATE INDEX handoff_at ON sms.handoff USING brin (at);
comment on index sms.handoff_at is NULL;
CREATE INDEX handoff_of_message ON sms.handoff USING btree (message_id);
comment on index sms.handoff_of_message is NULL;
comment on table sms.handoff is 'What happened to a message once a number had it, for the operator. Without references: a row costs little, and stays when the message is gone.';
comment on column sms.handoff.number_id is 'Null: the message ended before a number had it.';

create table sms.idempotency (
  workspace_id bigint not null,
  key text not null,
  created_at timestamp with time zone not null,
  answer json,
  number_id bigint,
  constraint idempotency_key UNIQUE NULLS NOT DISTINCT (workspace_id, key, number_id)
);
CREATE INDEX idempotency_created ON sms.idempotency USING btree (created_at);
comment on index sms.idempotency_created is NULL;
comment on table sms.idempotency is 'Answers to sends that carried an idempotency key, for 24 hours: sms.md 4.';
comment on column sms.idempotency.answer is 'Null only inside the transaction that makes the row.';
comment on column sms.idempotency.number_id is 'The number that the API key is bound to; null for one without a binding.';

create table sms.inbound (
  id bigint not null generated always as identity,
  number_id bigint not null,
  carrier_key text,
  phone text not null,
  body text not null,
  received_at timestamp with time zone not null,
  stored_at timestamp with time zone not null,
  routed_at timestamp with time zone,
  message_id bigint,
  unrouted_id bigint,
  constraint inbound_pkey PRIMARY KEY (id),
  constraint inbound_once UNIQUE (number_id, carrier_key)
);
CREATE INDEX inbound_message ON sms.inbound USING btree (message_id) WHERE (message_id IS NOT NULL);
comment on index sms.inbound_message is NULL;
CREATE INDEX inbound_routed ON sms.inbound USING btree (routed_at) WHERE (routed_at IS NOT NULL);
comment on index sms.inbound_routed is NULL;
CREATE INDEX inbound_unrouted ON sms.inbound USING btree (unrouted_id) WHERE (unrouted_id IS NOT NULL);
comment on index sms.inbound_unrouted is NULL;
CREATE INDEX inbound_waiting ON sms.inbound USING btree (id) WHERE (routed_at IS NULL);
comment on index sms.inbound_waiting is NULL;
comment on table sms.inbound is 'Texts as phones and carriers handed them over, stored before anything else happens. Routing one, with its replies and forwards, is one transaction that sets routed_at. Routed rows stay for some weeks to recognise repeats.';
comment on column sms.inbound.carrier_key is 'What the carrier recognises the text by; a repeat has the same. Null: it has none.';
comment on column sms.inbound.body is 'Empty once it is routed.';

create table sms.member (
  id bigint not null generated always as identity,
  group_id bigint not null,
  name text not null,
  phone text not null,
  admin boolean not null,
  constraint member_pkey PRIMARY KEY (id),
  constraint member_one_phone UNIQUE (group_id, phone)
);
comment on table sms.member is 'Members of groups. Adding one locks the group, so that a group never exceeds its limit.';

create table sms.message (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  direction text not null,
  phone text not null,
  body text not null,
  status text not null,
  segments integer not null,
  client_ref text,
  number_id bigint,
  group_id bigint,
  error_code text,
  error_message text,
  charge_micros bigint not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  taken_at timestamp with time zone,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  sealed_body bytea,
  constraint message_pkey PRIMARY KEY (id),
  constraint message_charge_micros_check CHECK ((charge_micros >= 0)),
  constraint message_delivered_has_time CHECK (((status = 'delivered'::text) = (delivered_at IS NOT NULL))),
  constraint message_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint message_error_has_both CHECK (((error_code IS NULL) = (error_message IS NULL))),
  constraint message_received_is_inbound CHECK (((direction = 'in'::text) = (status = 'received'::text))),
  constraint message_sealed_or_plain CHECK (((sealed_body IS NULL) OR (body = ''::text))),
  constraint message_segments_check CHECK ((segments > 0)),
  constraint message_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'expired'::text, 'cancelled'::text, 'received'::text]))),
  constraint message_taken_by_a_number CHECK (((taken_at IS NULL) OR (number_id IS NOT NULL)))
);
CREATE INDEX message_in_status ON sms.message USING btree (workspace_id, status, id) WHERE (status <> 'queued'::text);
comment on index sms.message_in_status is NULL;
CREATE INDEX message_of_group ON sms.message USING btree (workspace_id, group_id, id) WHERE (group_id IS NOT NULL);
comment on index sms.message_of_group is NULL;
CREATE INDEX message_of_workspace ON sms.message USING btree (workspace_id, id);
comment on index sms.message_of_workspace is NULL;
CREATE INDEX message_on_number ON sms.message USING btree (workspace_id, number_id, id) WHERE (number_id IS NOT NULL);
comment on index sms.message_on_number is NULL;
CREATE INDEX message_sending ON sms.message USING btree (number_id, taken_at) WHERE (status = 'sending'::text);
comment on index sms.message_sending is NULL;
CREATE INDEX message_sent ON sms.message USING btree (number_id, sent_at) WHERE (status = 'sent'::text);
comment on index sms.message_sent is NULL;
CREATE INDEX message_with_phone ON sms.message USING btree (workspace_id, phone, id);
comment on index sms.message_with_phone is NULL;
comment on table sms.message is 'Messages of both directions.';
comment on column sms.message.phone is 'E.164 number of the other party.';
comment on column sms.message.number_id is 'Null while a pool message waits; the number that took it afterwards.';
comment on column sms.message.charge_micros is 'What the message was metered at; 0 within the allowance or when taken back.';
comment on column sms.message.taken_at is 'When the message was handed over to the number: the committed claim.';
comment on column sms.message.sealed_body is 'The body of an internal message with a code, sealed by the vault.';

create table sms.number (
  id bigint not null generated always as identity,
  phone text not null,
  carrier text not null,
  workspace_id bigint,
  label text not null,
  online boolean not null,
  added_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  served_workspace_id bigint not null default 0,
  served_at timestamp with time zone,
  outstanding_max integer not null default 3,
  per_minute integer,
  per_half_hour integer,
  per_hour integer,
  per_day integer,
  warms_up_from timestamp with time zone,
  cools_down boolean not null default true,
  recent_failures integer not null default 0,
  paused_until timestamp with time zone,
  dedicated_to bigint generated always as (NULLIF(workspace_id, 0)) stored,
  paused_for text,
  constraint number_pkey PRIMARY KEY (id),
  constraint number_pool_of_one_kind EXCLUDE USING gist ((
CASE
    WHEN (carrier = 'simulator'::text) THEN int4range(0, 1)
    ELSE int4range(1, 2)
END) WITH -|-) WHERE (((workspace_id IS NULL) AND (removed_at IS NULL))),
  constraint number_carrier_check CHECK ((carrier = ANY (ARRAY['simulator'::text, 'android'::text, 'smpp'::text]))),
  constraint number_outstanding_max_check CHECK ((outstanding_max > 0)),
  constraint number_paused_for_check CHECK ((paused_for = ANY (ARRAY['failures'::text, 'budget'::text, 'phone'::text]))) NOT VALID,
  constraint number_per_day_check CHECK ((per_day > 0)),
  constraint number_per_half_hour_check CHECK ((per_half_hour > 0)),
  constraint number_per_hour_check CHECK ((per_hour > 0)),
  constraint number_per_minute_check CHECK ((per_minute > 0))
);
CREATE UNIQUE INDEX number_phone_taken ON sms.number USING btree (phone) WHERE (removed_at IS NULL);
comment on index sms.number_phone_taken is NULL;
CREATE INDEX number_usable ON sms.number USING btree (workspace_id, id) WHERE (removed_at IS NULL);
comment on index sms.number_usable is NULL;
comment on table sms.number is 'Numbers to send from. Removed ones stay, because past messages name them.';
comment on column sms.number.workspace_id is 'The account that the number is dedicated to; null: the shared pool; 0: nobody, as for simulated numbers that left the pool to real ones.';
comment on column sms.number.served_workspace_id is 'Account whose turn was last; the next claim starts with the one after it.';
comment on column sms.number.outstanding_max is 'How many messages it may have that it did not report on yet.';
comment on column sms.number.per_minute is 'Parts that it may send in any minute; null: as many as it can. Likewise the other spans.';
comment on column sms.number.warms_up_from is 'When its warm-up began, during which the parts of a day grow; null: it does not warm up.';
comment on column sms.number.cools_down is 'Whether it pauses when too many of its last messages failed.';
comment on column sms.number.recent_failures is 'A bit for each of its last twenty outcomes, the latest lowest: 1 for a failure.';
comment on column sms.number.paused_until is 'It takes nothing before: it failed too often, or a budget is used up.';
comment on column sms.number.paused_for is 'Why it was last paused: too many failures, a budget that is used up, or a phone that cannot send at the moment.';

create table sms.number_change (
  id bigint not null generated always as identity,
  number_id bigint not null,
  at timestamp with time zone not null,
  online boolean not null,
  reason text not null,
  constraint number_change_pkey PRIMARY KEY (id),
  constraint number_change_reason_check CHECK ((reason = ANY (ARRAY['added'::text, 'connected'::text, 'silent'::text, 'disconnected'::text, 'operator'::text, 'outage'::text, 'outage_over'::text, 'removed'::text])))
);
CREATE INDEX number_change_at ON sms.number_change USING brin (at);
comment on index sms.number_change_at is NULL;
CREATE INDEX number_change_of_number ON sms.number_change USING btree (number_id, at);
comment on index sms.number_change_of_number is NULL;
comment on table sms.number_change is 'When numbers went online and offline, for some weeks. Written by the statements that change sms.number.online. Without a reference, because numbers stay.';

create table sms.optout (
  workspace_id bigint not null,
  phone text not null,
  opted_out_at timestamp with time zone,
  helped_at timestamp with time zone,
  constraint optout_pkey PRIMARY KEY (workspace_id, phone)
);
comment on table sms.optout is 'Phones that sent STOP, START or HELP to an account: docs/api/sms.md#stop-words. Written under the lock of sms.account.';
comment on column sms.optout.opted_out_at is 'Null: it gets texts (again).';
comment on column sms.optout.helped_at is 'When HELP was last answered, so that two machines do not answer each other forever.';

create table sms.phone (
  number_id bigint not null,
  code_mark text,
  code_expires_at timestamp with time zone,
  token_digest bytea not null,
  sealed_secret bytea not null,
  inbound_digest bytea not null,
  device_id text,
  device_digest bytea,
  enrolled_at timestamp with time zone,
  name text,
  app_version text,
  sim integer,
  last_seen_at timestamp with time zone,
  paused boolean not null default false,
  clock_ahead_seconds integer not null default 0,
  health json,
  fetched_webhooks text,
  fetched_settings text,
  texts_since timestamp with time zone,
  texts_asked_at timestamp with time zone,
  alerted_at timestamp with time zone,
  alert_open boolean not null default false,
  constraint phone_pkey PRIMARY KEY (number_id),
  constraint phone_code_mark_key UNIQUE (code_mark),
  constraint phone_device_digest_key UNIQUE (device_digest),
  constraint phone_device_id_key UNIQUE (device_id),
  constraint phone_inbound_digest_key UNIQUE (inbound_digest),
  constraint phone_token_digest_key UNIQUE (token_digest),
  constraint phone_code_expires CHECK (((code_mark IS NULL) = (code_expires_at IS NULL))),
  constraint phone_enrolled_whole CHECK ((((device_id IS NULL) = (device_digest IS NULL)) AND ((device_id IS NULL) = (enrolled_at IS NULL)))),
  constraint phone_sim_check CHECK (((sim >= 1) AND (sim <= 3)))
);
comment on table sms.phone is 'One row a number whose carrier is android: its secrets and the phone that is enrolled with it.';
comment on column sms.phone.code_mark is 'Mark (by the vault) of the one-time code; null once it was used.';
comment on column sms.phone.token_digest is 'SHA-256 of the registration token, with which a phone enrols itself again.';
comment on column sms.phone.sealed_secret is 'Sealed by the vault: 24 characters of the address that the phone posts to, then 24 with which it signs.';
comment on column sms.phone.inbound_digest is 'SHA-256 of the characters of the address, to find the phone of a post.';
comment on column sms.phone.device_id is 'Names this enrolment to the phone; null while no phone is enrolled. Each enrolment has a new one.';
comment on column sms.phone.device_digest is 'SHA-256 of the device token.';
comment on column sms.phone.sim is 'The slot that sends and receives for the number; null: the phone decides, and texts of all SIMs count.';
comment on column sms.phone.paused is 'The operator took the number offline; the phone does not put it online again.';
comment on column sms.phone.clock_ahead_seconds is 'How far the clock of the phone is ahead of ours, negative when behind; from its signed posts.';
comment on column sms.phone.health is 'What the phone last told of battery and network.';
comment on column sms.phone.fetched_webhooks is 'Digest of the list of webhooks that the phone last fetched; null: none since it enrolled.';
comment on column sms.phone.fetched_settings is 'The same of its settings.';
comment on column sms.phone.texts_since is 'From when on the phone may have texts that it did not post, because it was away; null: it has none.';
comment on column sms.phone.texts_asked_at is 'When it was last asked to post them.';
comment on column sms.phone.alerted_at is 'When the operator was last mailed that the phone is silent.';
comment on column sms.phone.alert_open is 'Whether the mail that it is back is still to be sent.';

create table sms.phone_item (
  message_id bigint not null,
  number_id bigint not null,
  device_id text not null,
  attempt integer not null,
  listed_at timestamp with time zone,
  asked_at timestamp with time zone,
  reported_at timestamp with time zone,
  constraint phone_item_pkey PRIMARY KEY (message_id),
  constraint phone_item_attempt_check CHECK ((attempt > 0))
);
CREATE INDEX phone_item_of_number ON sms.phone_item USING btree (number_id);
comment on index sms.phone_item_of_number is NULL;
comment on table sms.phone_item is 'Messages of status sending that an Android phone has or is about to get. A message is in it before any answer has it. Without a reference to sms.message, whose rows come and go by month.';
comment on column sms.phone_item.device_id is 'The enrolment that it was first listed to in this attempt.';
comment on column sms.phone_item.attempt is 'Part of the id that the phone sees. Goes up only after the phone has said that it did not send.';
comment on column sms.phone_item.listed_at is 'When this attempt was first listed; null: with the next listing.';
comment on column sms.phone_item.asked_at is 'When it was last listed with a time limit in the past, which asks and cannot send.';
comment on column sms.phone_item.reported_at is 'When the phone last reported on it.';

create table sms.phone_parts (
  message_id bigint not null,
  parts integer,
  delivered text[] not null default '{}'::text[],
  delivered_at timestamp with time zone,
  noted_at timestamp with time zone not null,
  constraint phone_parts_pkey PRIMARY KEY (message_id),
  constraint phone_parts_parts_check CHECK ((parts > 0))
);
CREATE INDEX phone_parts_noted ON sms.phone_parts USING btree (noted_at);
comment on index sms.phone_parts_noted is NULL;
comment on table sms.phone_parts is 'Messages of several parts that phones tell of, until all parts are delivered or one failed. Without a reference to sms.message, whose rows are purged by themselves.';
comment on column sms.phone_parts.parts is 'Into how many parts the phone split the text; null: as many as the message has segments.';
comment on column sms.phone_parts.delivered is 'The ids of the posts that told of a delivered part; a post that is repeated has the same.';
comment on column sms.phone_parts.delivered_at is 'When the last of them was delivered.';

create table sms.phone_text (
  number_id bigint not null,
  message_key text not null,
  carrier_key text not null,
  seen_at timestamp with time zone not null,
  constraint phone_text_pkey PRIMARY KEY (number_id, message_key)
);
CREATE INDEX phone_text_seen ON sms.phone_text USING btree (seen_at);
comment on index sms.phone_text_seen is NULL;
comment on table sms.phone_text is 'Inbound texts by the id that the app computes from them. Apps hand over a text twice with different times; both have this id.';
comment on column sms.phone_text.carrier_key is 'The carrier_key of sms.inbound under which the text was first stored.';

create table sms.queue (
  message_id bigint not null,
  workspace_id bigint not null,
  lane bigint not null,
  phone text not null,
  expires_at timestamp with time zone not null,
  constraint queue_pkey PRIMARY KEY (message_id)
);
CREATE INDEX queue_expiring ON sms.queue USING btree (expires_at);
comment on index sms.queue_expiring is NULL;
CREATE INDEX queue_turn ON sms.queue USING btree (lane, workspace_id, message_id);
comment on index sms.queue_turn is NULL;
comment on table sms.queue is 'Messages that wait for a phone: one row for each of status queued. Taking, canceling, or expiring a message deletes its row, so exactly one of concurrent attempts wins. Separate from sms.message, so that claims stay fast with any number of messages.';
comment on column sms.queue.lane is 'The number that the sender asked for; 0: any of the pool; -1: any of the pool, ahead of all customers. Not null, because no index is read in order behind a null.';

create table sms.read_mark (
  workspace_id bigint not null,
  phone text collate "C" not null,
  user_id bigint not null,
  message_id bigint not null,
  constraint read_mark_pkey PRIMARY KEY (workspace_id, phone, user_id)
);
CREATE INDEX read_mark_user ON sms.read_mark USING btree (user_id);
comment on index sms.read_mark_user is NULL;
comment on table sms.read_mark is 'How far a person has read a conversation. Goes when the conversation does.';

create table sms.retry (
  message_id bigint not null,
  number_id bigint not null,
  attempts integer not null,
  due_at timestamp with time zone,
  constraint retry_pkey PRIMARY KEY (message_id),
  constraint retry_attempts_check CHECK ((attempts > 0))
);
CREATE INDEX retry_due ON sms.retry USING btree (number_id, due_at) WHERE (due_at IS NOT NULL);
comment on index sms.retry_due is NULL;
comment on table sms.retry is 'Messages that a number has and its carrier could not send for the moment: the same number tries again.';
comment on column sms.retry.attempts is 'How many failed.';
comment on column sms.retry.due_at is 'When the next attempt is; null: it was handed over.';

create table sms.sent_parts (
  number_id bigint not null,
  span_seconds integer not null,
  started_at timestamp with time zone not null,
  parts integer not null,
  constraint sent_parts_pkey PRIMARY KEY (number_id, span_seconds, started_at),
  constraint sent_parts_parts_check CHECK ((parts > 0))
);
comment on table sms.sent_parts is 'Parts that a number was handed, in buckets of a thirtieth of each span that it has a budget for. Written under the lock of the number.';

create table sms.simulated_text (
  message_id bigint not null,
  number_id bigint not null,
  at timestamp with time zone not null,
  place bigint not null generated always as identity,
  constraint simulated_text_pkey PRIMARY KEY (message_id)
);
CREATE INDEX simulated_text_of_number ON sms.simulated_text USING btree (number_id, message_id);
comment on index sms.simulated_text_of_number is NULL;
comment on table sms.simulated_text is 'What a virtual phone was handed. Its own key on the message keeps it from sending one twice, as real phones do.';
comment on column sms.simulated_text.place is 'The order in which virtual phones were handed their texts.';

create table sms.simulator (
  number_id bigint not null,
  deliver_ms integer not null,
  fail_rate double precision not null,
  hold boolean not null,
  busy_rate double precision not null default 0,
  online_at timestamp with time zone,
  constraint simulator_pkey PRIMARY KEY (number_id),
  constraint simulator_busy_rate_check CHECK (((busy_rate >= (0)::double precision) AND (busy_rate <= (1)::double precision))),
  constraint simulator_deliver_ms_check CHECK ((deliver_ms >= 0)),
  constraint simulator_fail_rate_check CHECK (((fail_rate >= (0)::double precision) AND (fail_rate <= (1)::double precision)))
);
comment on table sms.simulator is 'How the virtual phone of a simulator number behaves.';
comment on column sms.simulator.hold is 'Texts are taken as sent and not confirmed.';
comment on column sms.simulator.busy_rate is 'Fraction of attempts that fail for the moment only.';
comment on column sms.simulator.online_at is 'When the virtual phone comes back from an offline spell.';

create table sms.unrouted (
  id bigint not null generated always as identity,
  number_id bigint not null,
  phone text not null,
  body text not null,
  received_at timestamp with time zone not null,
  assigned_at timestamp with time zone,
  message_id bigint,
  constraint unrouted_pkey PRIMARY KEY (id),
  constraint unrouted_assigned_as_message CHECK (((assigned_at IS NULL) = (message_id IS NULL)))
);
CREATE INDEX unrouted_message ON sms.unrouted USING btree (message_id) WHERE (message_id IS NOT NULL);
comment on index sms.unrouted_message is NULL;
CREATE INDEX unrouted_open ON sms.unrouted USING btree (id) WHERE (assigned_at IS NULL);
comment on index sms.unrouted_open is NULL;
comment on table sms.unrouted is 'Texts that reached a pool number from a phone that no account wrote to; for the operator.';
comment on column sms.unrouted.message_id is 'The inbound message of the account that the operator assigned the text to.';

create table sms.usage (
  workspace_id bigint not null,
  day date not null,
  recipients integer not null,
  charged_micros bigint not null,
  constraint usage_pkey PRIMARY KEY (workspace_id, day),
  constraint usage_charged_micros_check CHECK ((charged_micros >= 0)),
  constraint usage_recipients_check CHECK ((recipients >= 0))
);
comment on table sms.usage is 'Accepted recipients and metered charges of an account in one UTC day. Written under the lock of sms.account.';

create table sms.usage_entry (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  booked_at timestamp with time zone not null,
  day date not null,
  kind text not null,
  messages integer not null,
  segments integer not null,
  allowance integer not null,
  micros bigint not null,
  constraint usage_entry_pkey PRIMARY KEY (id),
  constraint usage_entry_check CHECK (((allowance >= 0) AND (allowance <= messages))),
  constraint usage_entry_kind_check CHECK ((kind = ANY (ARRAY['send'::text, 'reversal'::text]))),
  constraint usage_entry_messages_check CHECK ((messages > 0)),
  constraint usage_entry_of_its_kind CHECK (
CASE kind
    WHEN 'send'::text THEN (micros >= 0)
    ELSE ((micros < 0) AND (allowance = 0))
END),
  constraint usage_entry_segments_check CHECK ((segments > 0))
);
CREATE INDEX usage_entry_booked ON sms.usage_entry USING brin (booked_at) WITH (autosummarize='on');
comment on index sms.usage_entry_booked is NULL;
comment on table sms.usage_entry is 'The usage ledger: what sends used, and which charges were taken back, appended in the transaction of the messages. No foreign key: entries outlive what they name.';
comment on column sms.usage_entry.booked_at is 'The month that the entry is exported in is that of this instant, in UTC.';
comment on column sms.usage_entry.day is 'The UTC day of sms.usage that it counts in; of a reversal that of the message.';
comment on column sms.usage_entry.segments is 'Of all its messages together.';
comment on column sms.usage_entry.allowance is 'How many of its messages were within the daily allowance.';
comment on column sms.usage_entry.micros is 'What was charged; negative: taken back.';

create table webhooks.delivery (
  id bigint not null generated always as identity,
  webhook_id bigint not null,
  workspace_id bigint not null,
  event text not null,
  data jsonb not null,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  due_at timestamp with time zone,
  claim_id bigint,
  response_status integer,
  last_error text,
  created_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  lane smallint default 0,
  sent_at timestamp with time zone,
  response_excerpt text,
  attempts_before integer not null default 0,
  test boolean not null default false,
  constraint delivery_pkey PRIMARY KEY (id),
  constraint delivery_due_while_pending CHECK (((status = 'pending'::text) = (due_at IS NOT NULL))),
  constraint delivery_lane_while_pending CHECK (((lane IS NULL) OR ((status = 'pending'::text) AND (claim_id IS NULL)))),
  constraint delivery_response_excerpt_check CHECK ((char_length(response_excerpt) <= 1024)),
  constraint delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX delivery_failed ON webhooks.delivery USING btree (id) WHERE (status = 'failed'::text);
comment on index webhooks.delivery_failed is 'For the operator, who lists what failed.';
CREATE INDEX delivery_failed_of_webhook ON webhooks.delivery USING btree (webhook_id, created_at) WHERE (status = 'failed'::text);
comment on index webhooks.delivery_failed_of_webhook is 'For sending again what failed since a time.';
CREATE INDEX delivery_of_webhook ON webhooks.delivery USING btree (webhook_id, status, id);
comment on index webhooks.delivery_of_webhook is NULL;
CREATE INDEX delivery_ready ON webhooks.delivery USING btree (lane, workspace_id, webhook_id, id) WHERE (lane IS NOT NULL);
comment on index webhooks.delivery_ready is NULL;
CREATE INDEX delivery_waiting ON webhooks.delivery USING btree (due_at) WHERE ((status = 'pending'::text) AND (lane IS NULL));
comment on index webhooks.delivery_waiting is NULL;
comment on table webhooks.delivery is 'One event for one webhook, written with the change that it tells of: the queue of the delivery engine, and what its owner is shown.';
comment on column webhooks.delivery.data is 'The payload as rendered at the moment of the change.';
comment on column webhooks.delivery.due_at is 'When the next attempt may begin; while one is under way, when its lease ends.';
comment on column webhooks.delivery.claim_id is 'The claim under way, null otherwise; a worker that lost its lease cannot finish another one''s attempt.';
comment on column webhooks.delivery.lane is '0: a first attempt that may begin; 1: a retry that may begin; 2: paused, because the account of the creator is disabled or the workspace is being deleted; null: ended, under way, or to wait until due_at.';
comment on column webhooks.delivery.sent_at is 'The timestamp in the body of the last attempt. With it the request can be written again as it was sent; its signatures follow from the secret.';
comment on column webhooks.delivery.response_excerpt is 'The first characters of the last response, null without one. Bytes that are no text are replaced.';
comment on column webhooks.delivery.attempts_before is 'The attempts made before it was sent again. The schedule of retries counts those since.';
comment on column webhooks.delivery.test is 'A sample that a person sent to this webhook; its body says so.';

create table webhooks.webhook (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  created_by bigint not null,
  name text not null,
  url text not null,
  events text[] not null,
  active boolean not null,
  sealed_secret bytea not null,
  last_status integer,
  last_delivered_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null,
  constraint webhook_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_of_workspace ON webhooks.webhook USING btree (workspace_id, id);
comment on index webhooks.webhook_of_workspace is NULL;
comment on table webhooks.webhook is 'URLs to which a workspace sends its events. Adding one locks the workspace, so that it never exceeds its limit.';
comment on column webhooks.webhook.created_by is 'Who answers for the webhook. It turns inactive when they leave the workspace, and is paused while their account is disabled. Who turns it on again takes their place.';
comment on column webhooks.webhook.events is 'Names of events, or * alone.';
comment on column webhooks.webhook.sealed_secret is 'The signing secret, sealed by the vault.';

create view identity.entitlement as
 SELECT s.user_id,
    (s.active AND COALESCE(b.active, true)) AS active,
    COALESCE(s.services, p.services, b.services, bp.services) AS services,
    COALESCE(s.sms_daily, p.sms_daily, b.sms_daily, bp.sms_daily) AS sms_daily,
    COALESCE(s.payg, p.payg, false) AS payg,
    COALESCE(s.cap_micros, p.cap_micros, (0)::bigint) AS cap_micros,
    COALESCE(s.price_micros, p.price_micros, b.price_micros, bp.price_micros) AS price_micros
   FROM ((((identity.subscription s
     JOIN identity."user" u ON ((u.id = s.user_id)))
     LEFT JOIN identity.plan p ON ((p.name = s.plan)))
     LEFT JOIN identity.subscription b ON ((b.user_id = u.sponsor_id)))
     LEFT JOIN identity.plan bp ON ((bp.name = b.plan)));
comment on view identity.entitlement is 'What a person''s subscription comes to. Metered sends of a sponsored person wait for a plan or a value of their own.';

create view identity.member as
 SELECT workspace_id,
    user_id,
    role,
    joined_at
   FROM identity.every_member m
  WHERE (( SELECT w.delete_at
           FROM identity.every_workspace w
          WHERE (w.id = m.workspace_id)) IS NULL);
comment on view identity.member is 'Members of workspaces that are not being deleted.';

create view identity.workspace as
 SELECT id,
    type,
    name,
    owner_id,
    created_at,
    ein,
    ein_sealed,
    demo
   FROM identity.every_workspace
  WHERE (delete_at IS NULL);
comment on view identity.workspace is 'Workspaces that are not being deleted.';

alter table files.blob add constraint blob_pack FOREIGN KEY (pack_key, workspace_id) REFERENCES files.blob(key, workspace_id);

alter table files.thumbnail add constraint thumbnail_blob FOREIGN KEY (thumbnail_key, workspace_id) REFERENCES files.blob(key, workspace_id);
alter table files.thumbnail add constraint thumbnail_of_blob FOREIGN KEY (blob_key, workspace_id) REFERENCES files.blob(key, workspace_id) ON DELETE CASCADE;

alter table files.upload add constraint upload_blob FOREIGN KEY (blob_key, workspace_id) REFERENCES files.blob(key, workspace_id);
alter table files.upload add constraint upload_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity."user"(id);

alter table files.upload_chunk add constraint upload_chunk_upload FOREIGN KEY (upload_key) REFERENCES files.upload(key) ON DELETE CASCADE;

alter table files.usage add constraint usage_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES identity.every_workspace(id);

alter table identity."user" add constraint user_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity."user"(id);
alter table identity."user" add constraint user_sponsor_id_fkey FOREIGN KEY (sponsor_id) REFERENCES identity."user"(id);

alter table identity.api_key add constraint api_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity."user"(id);
alter table identity.api_key add constraint api_key_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES identity.every_workspace(id);

alter table identity.api_key_use add constraint api_key_use_key_id_fkey FOREIGN KEY (key_id) REFERENCES identity.api_key(id);

alter table identity.approval add constraint approval_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity."user"(id);

alter table identity.every_member add constraint member_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity."user"(id);
alter table identity.every_member add constraint member_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES identity.every_workspace(id);

alter table identity.every_workspace add constraint workspace_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES identity."user"(id);

alter table identity.invitation add constraint invitation_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES identity."user"(id);
alter table identity.invitation add constraint invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES identity."user"(id);
alter table identity.invitation add constraint invitation_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES identity.every_workspace(id);

alter table identity.invite_code add constraint invite_code_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity."user"(id);
alter table identity.invite_code add constraint invite_code_used_by_fkey FOREIGN KEY (used_by) REFERENCES identity."user"(id);
alter table identity.invite_code add constraint invite_code_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES identity.every_workspace(id);

alter table identity.link add constraint link_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES identity.invitation(id) ON DELETE CASCADE;
alter table identity.link add constraint link_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES identity."user"(id);
alter table identity.link add constraint link_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity."user"(id);
alter table identity.link add constraint link_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES identity.every_workspace(id);

alter table identity.recovery_code add constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity."user"(id);

alter table identity.session add constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity."user"(id);

alter table identity.subscription add constraint subscription_plan_fkey FOREIGN KEY (plan) REFERENCES identity.plan(name);
alter table identity.subscription add constraint subscription_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity."user"(id);

alter table platform.former_secret add constraint former_secret_name_fkey FOREIGN KEY (name) REFERENCES platform.secret(name) ON DELETE CASCADE;

alter table sms."group" add constraint group_number_id_fkey FOREIGN KEY (number_id) REFERENCES sms.number(id);
alter table sms."group" add constraint group_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES sms.account(workspace_id);

alter table sms.account add constraint account_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES identity.every_workspace(id);

alter table sms.idempotency add constraint idempotency_number_id_fkey FOREIGN KEY (number_id) REFERENCES sms.number(id);
alter table sms.idempotency add constraint idempotency_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES sms.account(workspace_id) DEFERRABLE INITIALLY DEFERRED;

alter table sms.inbound add constraint inbound_number_id_fkey FOREIGN KEY (number_id) REFERENCES sms.number(id);
alter table sms.inbound add constraint inbound_unrouted_id_fkey FOREIGN KEY (unrouted_id) REFERENCES sms.unrouted(id);

alter table sms.member add constraint member_group_id_fkey FOREIGN KEY (group_id) REFERENCES sms."group"(id) ON DELETE CASCADE;

alter table sms.number add constraint number_workspace_id_fkey FOREIGN KEY (dedicated_to) REFERENCES identity.every_workspace(id);

alter table sms.optout add constraint optout_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES sms.account(workspace_id);

alter table sms.phone add constraint phone_number_id_fkey FOREIGN KEY (number_id) REFERENCES sms.number(id);

alter table sms.phone_item add constraint phone_item_number_id_fkey FOREIGN KEY (number_id) REFERENCES sms.phone(number_id);

alter table sms.phone_text add constraint phone_text_number_id_fkey FOREIGN KEY (number_id) REFERENCES sms.phone(number_id);

alter table sms.retry add constraint retry_number_id_fkey FOREIGN KEY (number_id) REFERENCES sms.number(id);

alter table sms.sent_parts add constraint sent_parts_number_id_fkey FOREIGN KEY (number_id) REFERENCES sms.number(id);

alter table sms.simulator add constraint simulator_number_id_fkey FOREIGN KEY (number_id) REFERENCES sms.number(id);

alter table sms.unrouted add constraint unrouted_number_id_fkey FOREIGN KEY (number_id) REFERENCES sms.number(id);

alter table sms.usage add constraint usage_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES sms.account(workspace_id);

alter table webhooks.delivery add constraint delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks.webhook(id) ON DELETE CASCADE;

alter table webhooks.webhook add constraint webhook_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity."user"(id);
alter table webhooks.webhook add constraint webhook_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES identity.every_workspace(id) ON DELETE CASCADE;

CREATE TRIGGER check_blobs_removed AFTER DELETE ON files.blob REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION files.check_blobs_removed();
comment on trigger check_blobs_removed on files.blob is NULL;
CREATE TRIGGER refuse_blob_renamed BEFORE UPDATE OF key, workspace_id ON files.blob FOR EACH ROW WHEN (((new.key IS DISTINCT FROM old.key) OR (new.workspace_id IS DISTINCT FROM old.workspace_id))) EXECUTE FUNCTION files.refuse_blob_renamed();
comment on trigger refuse_blob_renamed on files.blob is NULL;

CREATE TRIGGER check_added AFTER INSERT ON files.file REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION files.check_added();
comment on trigger check_added on files.file is NULL;
CREATE TRIGGER check_blob_changed AFTER UPDATE ON files.file FOR EACH ROW WHEN (((new.blob_key IS NOT NULL) AND ((new.workspace_id IS DISTINCT FROM old.workspace_id) OR (new.blob_key IS DISTINCT FROM old.blob_key)))) EXECUTE FUNCTION files.check_blob_changed();
comment on trigger check_blob_changed on files.file is NULL;
CREATE TRIGGER check_moved AFTER UPDATE ON files.file FOR EACH ROW WHEN (((new.workspace_id IS DISTINCT FROM old.workspace_id) OR (new.parent_id IS DISTINCT FROM old.parent_id) OR (new.id IS DISTINCT FROM old.id) OR (new.type IS DISTINCT FROM old.type))) EXECUTE FUNCTION files.check_moved();
comment on trigger check_moved on files.file is NULL;
CREATE TRIGGER check_removed AFTER DELETE ON files.file REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION files.check_removed();
comment on trigger check_removed on files.file is NULL;
CREATE TRIGGER note_added AFTER INSERT ON files.file REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION files.note_added();
comment on trigger note_added on files.file is NULL;
CREATE TRIGGER note_renamed AFTER UPDATE ON files.file FOR EACH ROW WHEN (((new.workspace_id IS DISTINCT FROM old.workspace_id) OR (new.folded_name IS DISTINCT FROM old.folded_name))) EXECUTE FUNCTION files.note_renamed();
comment on trigger note_renamed on files.file is NULL;

CREATE TRIGGER tell_limit AFTER UPDATE ON files.usage FOR EACH ROW WHEN ((old.limit_bytes IS DISTINCT FROM new.limit_bytes)) EXECUTE FUNCTION platform.tell_row('workspaces', 'workspace_id');
comment on trigger tell_limit on files.usage is NULL;
CREATE TRIGGER tell_limit_of_own AFTER UPDATE ON files.usage FOR EACH ROW WHEN ((old.limit_bytes IS DISTINCT FROM new.limit_bytes)) EXECUTE FUNCTION platform.tell_row('usage', 'workspace_id', 'workspace_id');
comment on trigger tell_limit_of_own on files.usage is NULL;

CREATE TRIGGER resume_deliveries AFTER UPDATE OF disabled_at ON identity."user" FOR EACH ROW WHEN (((old.disabled_at IS NOT NULL) AND (new.disabled_at IS NULL))) EXECUTE FUNCTION webhooks.resume_deliveries();
comment on trigger resume_deliveries on identity."user" is NULL;
CREATE TRIGGER tell_change AFTER DELETE OR UPDATE ON identity."user" FOR EACH ROW EXECUTE FUNCTION identity.tell_change();
comment on trigger tell_change on identity."user" is NULL;
CREATE TRIGGER tell_row AFTER INSERT OR DELETE OR UPDATE ON identity."user" FOR EACH ROW EXECUTE FUNCTION platform.tell_row('people', 'id');
comment on trigger tell_row on identity."user" is NULL;

CREATE TRIGGER tell_change AFTER DELETE OR UPDATE ON identity.api_key FOR EACH ROW EXECUTE FUNCTION identity.tell_change();
comment on trigger tell_change on identity.api_key is NULL;
CREATE TRIGGER tell_changed AFTER UPDATE ON identity.api_key REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.tell_rows('keys', 'id', 'workspace_id');
comment on trigger tell_changed on identity.api_key is NULL;
CREATE TRIGGER tell_created AFTER INSERT ON identity.api_key REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.tell_rows('keys', 'id', 'workspace_id');
comment on trigger tell_created on identity.api_key is NULL;
CREATE TRIGGER tell_deleted AFTER DELETE ON identity.api_key REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.tell_rows('keys', 'id', 'workspace_id');
comment on trigger tell_deleted on identity.api_key is NULL;

CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE ON identity.approval FOR EACH ROW EXECUTE FUNCTION identity.tell_change();
comment on trigger tell_change on identity.approval is NULL;
CREATE TRIGGER tell_row AFTER INSERT OR DELETE OR UPDATE ON identity.approval FOR EACH ROW EXECUTE FUNCTION platform.tell_row('provisioning', 'user_id');
comment on trigger tell_row on identity.approval is NULL;

CREATE TRIGGER end_webhooks AFTER DELETE ON identity.every_member REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION webhooks.end_webhooks_of_gone();
comment on trigger end_webhooks on identity.every_member is NULL;
CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE ON identity.every_member FOR EACH ROW EXECUTE FUNCTION identity.tell_change();
comment on trigger tell_change on identity.every_member is NULL;
CREATE TRIGGER tell_joined AFTER INSERT ON identity.every_member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.tell_rows('members', 'user_id', 'workspace_id');
comment on trigger tell_joined on identity.every_member is NULL;
CREATE TRIGGER tell_left AFTER DELETE ON identity.every_member REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.tell_rows('members', 'user_id', 'workspace_id');
comment on trigger tell_left on identity.every_member is NULL;
CREATE TRIGGER tell_role AFTER UPDATE ON identity.every_member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.tell_rows('members', 'user_id', 'workspace_id');
comment on trigger tell_role on identity.every_member is NULL;

CREATE TRIGGER tell_change AFTER DELETE OR UPDATE ON identity.every_workspace FOR EACH ROW EXECUTE FUNCTION identity.tell_change();
comment on trigger tell_change on identity.every_workspace is NULL;
CREATE TRIGGER tell_deletion AFTER UPDATE OF delete_at ON identity.every_workspace FOR EACH ROW WHEN (((old.delete_at IS NULL) <> (new.delete_at IS NULL))) EXECUTE FUNCTION identity.tell_deletion();
comment on trigger tell_deletion on identity.every_workspace is NULL;
CREATE TRIGGER tell_row AFTER INSERT OR DELETE OR UPDATE ON identity.every_workspace FOR EACH ROW EXECUTE FUNCTION platform.tell_row('workspaces', 'id');
comment on trigger tell_row on identity.every_workspace is NULL;

CREATE TRIGGER tell_invitation AFTER UPDATE ON identity.invitation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.tell_rows('members', 'id', 'workspace_id');
comment on trigger tell_invitation on identity.invitation is NULL;
CREATE TRIGGER tell_invited AFTER INSERT ON identity.invitation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.tell_rows('members', 'id', 'workspace_id');
comment on trigger tell_invited on identity.invitation is NULL;

CREATE TRIGGER tell_code AFTER INSERT OR UPDATE ON identity.invite_code FOR EACH ROW EXECUTE FUNCTION platform.tell_row('members', 'code', 'workspace_id');
comment on trigger tell_code on identity.invite_code is NULL;

CREATE TRIGGER tell_change AFTER DELETE OR UPDATE ON identity.plan FOR EACH ROW EXECUTE FUNCTION identity.tell_change();
comment on trigger tell_change on identity.plan is NULL;
CREATE TRIGGER tell_row AFTER INSERT OR DELETE OR UPDATE ON identity.plan FOR EACH ROW EXECUTE FUNCTION platform.tell_row('plans', 'name');
comment on trigger tell_row on identity.plan is NULL;

CREATE TRIGGER tell_end AFTER UPDATE ON identity.session FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION identity.tell_session_end();
comment on trigger tell_end on identity.session is NULL;

CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE ON identity.subscription FOR EACH ROW EXECUTE FUNCTION identity.tell_change();
comment on trigger tell_change on identity.subscription is NULL;
CREATE TRIGGER tell_row AFTER INSERT OR DELETE OR UPDATE ON identity.subscription FOR EACH ROW EXECUTE FUNCTION platform.tell_row('people', 'user_id');
comment on trigger tell_row on identity.subscription is NULL;

CREATE TRIGGER deliver_events AFTER INSERT ON platform.event REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION webhooks.deliver_events();
comment on trigger deliver_events on platform.event is NULL;

CREATE TRIGGER tell_secret AFTER INSERT OR DELETE OR UPDATE ON platform.former_secret FOR EACH STATEMENT EXECUTE FUNCTION platform.tell_secret();
comment on trigger tell_secret on platform.former_secret is NULL;

CREATE TRIGGER tell_queued AFTER INSERT ON platform.mail REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.tell_rows('mail', 'id');
comment on trigger tell_queued on platform.mail is NULL;
CREATE TRIGGER tell_sent AFTER UPDATE ON platform.mail REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.tell_rows('mail', 'id');
comment on trigger tell_sent on platform.mail is NULL;

CREATE TRIGGER tell_secret AFTER INSERT OR DELETE OR UPDATE ON platform.secret FOR EACH STATEMENT EXECUTE FUNCTION platform.tell_secret();
comment on trigger tell_secret on platform.secret is NULL;

CREATE TRIGGER tell_row AFTER INSERT OR DELETE OR UPDATE ON sms."group" FOR EACH ROW EXECUTE FUNCTION platform.tell_row('groups', 'id', 'workspace_id');
comment on trigger tell_row on sms."group" is NULL;

CREATE TRIGGER tell_added AFTER INSERT ON sms.member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sms.tell_members();
comment on trigger tell_added on sms.member is NULL;
CREATE TRIGGER tell_changed AFTER UPDATE ON sms.member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sms.tell_members();
comment on trigger tell_changed on sms.member is NULL;
CREATE TRIGGER tell_removed AFTER DELETE ON sms.member REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sms.tell_members();
comment on trigger tell_removed on sms.member is NULL;

CREATE TRIGGER tell_number AFTER INSERT OR DELETE ON sms.number FOR EACH ROW EXECUTE FUNCTION sms.tell_number();
comment on trigger tell_number on sms.number is NULL;
CREATE TRIGGER tell_number_changed AFTER UPDATE ON sms.number FOR EACH ROW WHEN (((((((((((((old.online IS DISTINCT FROM new.online) OR (old.label IS DISTINCT FROM new.label)) OR (old.workspace_id IS DISTINCT FROM new.workspace_id)) OR (old.removed_at IS DISTINCT FROM new.removed_at)) OR (old.outstanding_max IS DISTINCT FROM new.outstanding_max)) OR (old.per_minute IS DISTINCT FROM new.per_minute)) OR (old.per_half_hour IS DISTINCT FROM new.per_half_hour)) OR (old.per_hour IS DISTINCT FROM new.per_hour)) OR (old.per_day IS DISTINCT FROM new.per_day)) OR (old.warms_up_from IS DISTINCT FROM new.warms_up_from)) OR (old.cools_down IS DISTINCT FROM new.cools_down)) OR ((new.paused_for = 'failures'::text) AND (old.paused_until IS DISTINCT FROM new.paused_until)))) EXECUTE FUNCTION sms.tell_number();
comment on trigger tell_number_changed on sms.number is NULL;

CREATE TRIGGER tell_phone AFTER INSERT ON sms.phone FOR EACH ROW EXECUTE FUNCTION sms.tell_phone();
comment on trigger tell_phone on sms.phone is NULL;
CREATE TRIGGER tell_phone_changed AFTER UPDATE ON sms.phone FOR EACH ROW WHEN (((((((old.device_id IS DISTINCT FROM new.device_id) OR (old.code_mark IS DISTINCT FROM new.code_mark)) OR (old.paused IS DISTINCT FROM new.paused)) OR (old.sim IS DISTINCT FROM new.sim)) OR (old.name IS DISTINCT FROM new.name)) OR (old.app_version IS DISTINCT FROM new.app_version))) EXECUTE FUNCTION sms.tell_phone();
comment on trigger tell_phone_changed on sms.phone is NULL;

CREATE TRIGGER refuse_ledger_change BEFORE DELETE OR UPDATE OR TRUNCATE ON sms.usage_entry FOR EACH STATEMENT EXECUTE FUNCTION sms.refuse_ledger_change();
comment on trigger refuse_ledger_change on sms.usage_entry is NULL;

CREATE TRIGGER tell_row AFTER INSERT OR DELETE ON webhooks.webhook FOR EACH ROW EXECUTE FUNCTION platform.tell_row('webhooks', 'id', 'workspace_id');
comment on trigger tell_row on webhooks.webhook is NULL;
CREATE TRIGGER tell_row_changed AFTER UPDATE ON webhooks.webhook FOR EACH ROW WHEN (((((((old.name IS DISTINCT FROM new.name) OR (old.url IS DISTINCT FROM new.url)) OR (old.events IS DISTINCT FROM new.events)) OR (old.active IS DISTINCT FROM new.active)) OR (old.created_by IS DISTINCT FROM new.created_by)) OR (old.sealed_secret IS DISTINCT FROM new.sealed_secret))) EXECUTE FUNCTION platform.tell_row('webhooks', 'id', 'workspace_id');
comment on trigger tell_row_changed on webhooks.webhook is NULL;
