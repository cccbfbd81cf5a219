alter table identity."user" add column operator_since timestamptz;
comment on column identity."user".operator_since is 'When the person became an operator of the installation; null: they are not one.';
create index user_operator on identity."user" using btree (id) where (operator_since is not null);

create table identity.setup_link (
  only_one boolean not null default true,
  digest bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint setup_link_pkey primary key (only_one),
  constraint setup_link_only_one check (only_one)
);
comment on table identity.setup_link is 'The link that creates the first operator. A new one replaces the row, and using it deletes the row. Only the SHA-256 of the token is kept.';
