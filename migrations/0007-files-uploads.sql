-- Uploads in chunks, and thumbnails (files.md 2, 3 and 4; design.md sections 3, 5 and 6).

alter table files.usage add column reserved_bytes bigint not null default 0 check (reserved_bytes >= 0);
comment on column files.usage.reserved_bytes is
  'Sum of the sizes of open uploads: room that is promised and not used yet.';

alter table files.blob
  add column parts text,
  drop constraint blob_state_check,
  drop constraint blob_live_is_sealed,
  add constraint blob_state_check check (state in ('pending', 'open', 'live', 'discarded')),
  add constraint blob_live_is_sealed check (state <> 'live' or num_nulls(size, crc32) = 0),
  add constraint blob_comes_in_parts check ((state in ('open', 'discarded')) = (parts is not null));
comment on column files.blob.parts is
  'What the blob store knows an unfinished blob by: while its upload is open, and until its parts are discarded.';
comment on column files.blob.sha256 is
  'Of a blob that came in chunks it is worked out after completion, by the job digest-blob; until then null.';
create index blob_discarded on files.blob (touched_at) where state = 'discarded';

create table files.upload (
  key text collate "C" primary key,
  user_id bigint not null references access.user (id),
  workspace_id bigint not null,
  scope_folder_id text collate "C",
  parent_id text collate "C",
  name text not null,
  size bigint not null check (size > 0),
  chunk_size int not null check (chunk_size > 0),
  total_chunks int not null check (total_chunks > 0),
  received_chunks int not null default 0 check (received_chunks between 0 and total_chunks),
  blob_key text collate "C" not null,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  constraint upload_of_user unique nulls not distinct
    (user_id, workspace_id, scope_folder_id, parent_id, name, size),
  constraint upload_blob foreign key (blob_key, workspace_id) references files.blob (key, workspace_id)
);
comment on table files.upload is
  'Open uploads in chunks. What is finished, aborted or expired has no row. Not tied to its folder, which may be deleted.';
comment on column files.upload.scope_folder_id is 'The folder that the key which opened it is confined to, if any.';
comment on column files.upload.touched_at is 'Last activity: opening, or a chunk. Asking for progress is none.';
create index upload_idle on files.upload (touched_at);

create table files.upload_chunk (
  upload_key text collate "C" not null,
  index int not null check (index >= 0),
  lease text,
  beat int not null default 0,
  crc32 bigint check (crc32 between 0 and 4294967295),
  tag text,
  constraint upload_chunk_pk primary key (upload_key, index),
  constraint upload_chunk_upload foreign key (upload_key) references files.upload (key) on delete cascade,
  constraint upload_chunk_arrives_or_is_whole check (num_nulls(crc32, tag) = case when lease is null then 0 else 2 end)
);
comment on table files.upload_chunk is 'Chunks that are arriving or have arrived whole; a chunk without a row is missing.';
comment on column files.upload_chunk.lease is 'The one request that may write the chunk; null once it is whole.';
comment on column files.upload_chunk.beat is
  'Counted up while the writer lives. Who sees it stand still for long enough may take the lease over.';

create table files.thumbnail (
  blob_key text collate "C" not null,
  workspace_id bigint not null,
  thumbnail_key text collate "C" not null,
  constraint thumbnail_pk primary key (blob_key, workspace_id),
  constraint thumbnail_once unique (thumbnail_key),
  constraint thumbnail_of_blob foreign key (blob_key, workspace_id)
    references files.blob (key, workspace_id) on delete cascade,
  constraint thumbnail_blob foreign key (thumbnail_key, workspace_id) references files.blob (key, workspace_id)
);
comment on table files.thumbnail is 'Small pictures of the bytes of image files, shared by all copies; blobs themselves.';
