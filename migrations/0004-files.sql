-- Files and folders, the bytes behind them and the room they take (files.md 2; design.md sections 3, 5 and 6).

create schema files;
comment on schema files is 'Files, folders, their bytes and the storage of workspaces.';

create table files.usage (
  workspace_id bigint primary key references access.workspace (id),
  limit_bytes bigint check (limit_bytes >= 0),
  used_bytes bigint not null default 0 check (used_bytes >= 0),
  file_count bigint not null default 0 check (file_count >= 0),
  folder_count bigint not null default 0 check (folder_count >= 0)
)
-- One row a workspace is rewritten with every upload; room on its page keeps those versions out of the index.
with (fillfactor = 50);
comment on table files.usage is 'How much a workspace holds, kept with every change; the row by which the quota is decided.';
comment on column files.usage.limit_bytes is 'Most bytes that the workspace may hold; null: unlimited.';
comment on column files.usage.used_bytes is 'Sum of the sizes of its files; a copy counts like an original.';

create table files.blob (
  key text collate "C" not null,
  workspace_id bigint not null,
  state text not null default 'pending' check (state in ('pending', 'live')),
  size bigint check (size >= 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  crc32 bigint check (crc32 between 0 and 4294967295),
  created_at timestamptz not null,
  touched_at timestamptz not null,
  -- The key alone is unique by its 190 random bits; the workspace stands beside it for the foreign key of files.file.
  constraint blob_pk primary key (key, workspace_id),
  constraint blob_live_is_sealed check (state = 'pending' or num_nulls(size, sha256, crc32) = 0)
);
comment on table files.blob is 'Bytes in the blob store: the row first, the bytes second, live with the file''s row third.';
comment on column files.blob.touched_at is 'When the writer of a pending blob was last known to be at work.';
create index blob_pending on files.blob (touched_at) where state = 'pending';

create table files.file (
  id text collate "C" primary key,
  workspace_id bigint not null,
  parent_id text collate "C",
  type text collate "C" not null check (type in ('file', 'folder')),
  name text not null,
  folded_name text collate "C" not null,
  size bigint not null check (size >= 0),
  blob_key text collate "C",
  has_thumbnail boolean not null default false,
  share_status text not null default 'private' check (share_status in ('private', 'public', 'limited')),
  shared_with text[] not null default '{}',
  share_password_hash text,
  share_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint file_in_workspace unique (workspace_id, id),
  constraint file_parent foreign key (workspace_id, parent_id) references files.file (workspace_id, id),
  constraint file_blob foreign key (blob_key, workspace_id) references files.blob (key, workspace_id),
  constraint file_has_bytes check ((type = 'file') = (blob_key is not null)),
  constraint folder_has_no_size check (type = 'file' or size = 0),
  constraint private_is_bare check (
    share_status <> 'private'
    or (shared_with = '{}' and share_password_hash is null and share_expires_at is null)
  )
);
comment on table files.file is 'Files and folders. parent_id null is the root of the workspace; equal names are legal.';
comment on column files.file.id is '8 characters of base62, unique over all workspaces because share links carry nothing else.';
comment on column files.file.folded_name is
  'The name as it is compared: lists are sorted and searched by it. Folded by the application, the same on every database.';
comment on column files.file.size is 'Of the blob; here too, so that sums over folders read one index.';

-- A page of a folder in either direction, and what refers to a folder that is to be deleted.
create index file_listing on files.file (workspace_id, parent_id, type, folded_name, id);
-- Sums over a subtree recurse over folders only, then add up the files of each.
create index file_folders on files.file (workspace_id, parent_id) include (id) where type = 'folder';
create index file_sizes on files.file (workspace_id, parent_id) include (size) where type = 'file';
create index file_of_blob on files.file (blob_key) where blob_key is not null;

create function files.within(workspace bigint, item text, folder text) returns boolean
language sql stable parallel safe as $$
  with recursive upwards as (
    select id, parent_id from files.file where workspace_id = workspace and id = item
    union all
    select above.id, above.parent_id
    from upwards
    join files.file above on above.workspace_id = workspace and above.id = upwards.parent_id
    where upwards.id <> folder
  )
  select exists (select from upwards where id = folder)
$$;
comment on function files.within is
  'Whether an item is a folder or something beneath it: what a folder-scoped key may see. Costs the depth of the item.';
