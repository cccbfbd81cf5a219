-- What `bureau serve --demo` made, so that `bureau demo remove` takes out nothing else.

alter table identity.workspace add column demo boolean not null default false;
alter table identity."user" add column demo boolean not null default false;
create index workspace_demo on identity.workspace using btree (id) where demo;
create index user_demo on identity."user" using btree (id) where demo;
comment on column identity.workspace.demo is 'Whether it is demo data.';
comment on column identity."user".demo is 'Whether it is a made-up person. They have no password and get no mail.';

create table identity.demo (
  only_one boolean not null default true,
  began_at timestamptz not null,
  filled_at timestamptz,
  constraint demo_pkey primary key (only_one),
  constraint demo_only_one check (only_one)
);
comment on table identity.demo is 'The demo data of the installation. The row is there from before the first of it until after the last of it.';
comment on column identity.demo.filled_at is 'Null: it is being filled, or a crash interrupted that, and the next start does it again.';

-- So that what a removal deletes is found without reading the rows of everybody else.
create index inbound_message on sms.inbound using btree (message_id) where (message_id is not null);
create index inbound_unrouted on sms.inbound using btree (unrouted_id) where (unrouted_id is not null);
create index unrouted_message on sms.unrouted using btree (message_id) where (message_id is not null);
create index read_mark_user on sms.read_mark using btree (user_id);
