-- What redigest-blobs looks for: next to nothing, since digest-blob comes by within minutes.
create index blob_undigested on files.blob (touched_at) where state = 'live' and sha256 is null;
comment on column files.blob.touched_at is
  'When the writer of a pending blob was last known to be at work; of a live blob that came in chunks, when it was complete '
  'or redigest-blobs last took it up.';
