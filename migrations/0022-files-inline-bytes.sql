-- The bytes of small files are kept in their row: one commit in place of a file with two flushes and two commits more.

alter table files.blob
  add column bytes bytea,
  add constraint blob_inline_bytes_are_whole check (bytes is null or (state = 'live' and octet_length(bytes) = size));
-- Compressing so little saves less than it costs.
alter table files.blob alter column bytes set storage external;
comment on column files.blob.bytes is
  'The bytes themselves, of a small blob whose key begins with inline-. Null: they are in the blob store.';
