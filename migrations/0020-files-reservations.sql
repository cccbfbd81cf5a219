-- Bytes on their way have room of their own, so that any number of uploads at once never store more than fits.

alter table files.blob
  add column reserved_bytes bigint not null default 0,
  add constraint blob_reserves_while_pending check (
    reserved_bytes = 0 or (reserved_bytes > 0 and state = 'pending')
  );
comment on column files.blob.reserved_bytes is
  'Room that was reserved for a pending blob: part of files.usage.reserved_bytes until it is published or forgotten.';
create index blob_reserved on files.blob (workspace_id) include (reserved_bytes) where reserved_bytes > 0;
create index upload_of_workspace on files.upload (workspace_id) include (size);

comment on column files.usage.reserved_bytes is
  'Room that is reserved and not used yet: the sizes of open uploads, and what pending blobs have reserved.';
