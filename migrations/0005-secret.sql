-- Secrets of the installation itself, one and the same for all of its processes.

create table platform.secret (
  name text primary key,
  sealed bytea not null
);
comment on table platform.secret is 'Secrets of the installation, made when they are first asked for.';
comment on column platform.secret.sealed is 'Encrypted with the key file or BUREAU_SECRET_KEY, for the purpose secret:<name>.';
