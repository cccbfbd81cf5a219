-- Lists of the web app. Without the first two, a page of a folder of 100,000 files takes about 270 ms by time and 60 ms by size
-- (of 1,000,000: 450 and 280), with them 2 to 30. They cost an upload a few microseconds and 100 bytes. Equal sizes and
-- times are then sorted by name, which no index needs. Few items are shared, so no upload pays for the third.

create index file_by_time on files.file (workspace_id, parent_id, type, updated_at);
create index file_by_size on files.file (workspace_id, parent_id, type, size);
create index file_shared on files.file (workspace_id, shared_at desc nulls last, id) where share_status <> 'private';
