-- Rotations of the secret key, and former system secrets that are accepted for a while.

create table platform.key_rotation (
  key_id text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint key_rotation_pkey primary key (key_id),
  constraint key_rotation_ends_later check ((ended_at >= began_at))
);
comment on table platform.key_rotation is 'Rotations of the key that seals secrets. One that has not ended is continued by the next run.';
comment on column platform.key_rotation.key_id is 'ID of the new key: 8 hexadecimal digits that reveal nothing of it.';
comment on column platform.key_rotation.ended_at is 'When everything stored was sealed with the new key.';

create table platform.former_secret (
  id bigint not null generated always as identity,
  name text not null,
  sealed bytea not null,
  accepted_until timestamptz not null,
  constraint former_secret_pkey primary key (id),
  constraint former_secret_name_fkey foreign key (name) references platform.secret (name) on delete cascade
);
create index former_secret_of_name on platform.former_secret using btree (name);
comment on table platform.former_secret is 'Secrets that were replaced and are still accepted until a time.';
comment on column platform.former_secret.sealed is 'Sealed by the vault for secret:<name>, as in platform.secret.';

create function platform.tell_secret() returns trigger language plpgsql as $$
begin
  perform pg_notify('bureau', 'secret:');
  return null;
end $$;
create trigger tell_secret after insert or update or delete on platform.secret
  for each statement execute function platform.tell_secret();
create trigger tell_secret after insert or update or delete on platform.former_secret
  for each statement execute function platform.tell_secret();
