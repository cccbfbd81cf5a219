-- What backups were tried, so that the doctor, the metrics, and the nightly job know the last good one.

create table platform.backup (
  id bigint not null generated always as identity,
  place text not null,
  name text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  size_bytes bigint,
  blobs_count bigint,
  blobs_bytes bigint,
  error text,
  constraint backup_pkey primary key (id),
  constraint backup_good_is_whole check (ended_at is null or error is not null or size_bytes is not null)
);
create index backup_started on platform.backup using btree (started_at);
create index backup_good on platform.backup using btree (ended_at) where (error is null and ended_at is not null);
comment on table platform.backup is 'A row for each try to make a backup; kept for a year.';
comment on column platform.backup.place is 'The directory or bucket.';
comment on column platform.backup.ended_at is 'Null: it is being made, or the process died, and the next backup notes that as an error.';
comment on column platform.backup.blobs_bytes is 'Bytes of the blobs that it needs, not of those that were copied.';
comment on column platform.backup.error is 'Null when the backup is good; else one sentence.';
