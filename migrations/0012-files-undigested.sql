-- What redigest-blobs looks for: next to nothing, since digest-blob comes by within minutes.
create index blob_undigested on files.blob (touched_at) where state = 'live' and sha256 is null;
