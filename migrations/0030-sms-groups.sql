-- Groups with members, opt-outs, texts on their way to their account, and the account of the operator's own messages.

create table sms.group (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references sms.account (workspace_id),
  number_id bigint not null references sms.number (id),
  name text not null,
  active boolean not null,
  created_at timestamptz not null
);
comment on table sms.group is 'Groups on dedicated numbers: docs/api/sms.md#groups. Messages keep the id of a deleted one.';
create unique index group_one_active_a_number on sms.group (workspace_id, number_id) where active;
create index group_of_workspace on sms.group (workspace_id, id);

create table sms.member (
  id bigint generated always as identity primary key,
  group_id bigint not null references sms.group (id) on delete cascade,
  name text not null,
  phone text not null,
  admin boolean not null,
  constraint member_one_phone unique (group_id, phone)
);
comment on table sms.member is 'Members of groups. Whoever adds one locks the group, so that a group never has more than it may.';

create table sms.optout (
  workspace_id bigint not null references sms.account (workspace_id),
  phone text not null,
  opted_out_at timestamptz,
  helped_at timestamptz,
  primary key (workspace_id, phone)
);
comment on table sms.optout is 'Phones that sent STOP, START or HELP to an account: docs/api/sms.md#stop-words. Written under the lock of sms.account.';
comment on column sms.optout.opted_out_at is 'Null: it gets texts (again).';
comment on column sms.optout.helped_at is 'When HELP was last answered, so that two machines do not answer each other forever.';

create table sms.inbound (
  id bigint generated always as identity primary key,
  number_id bigint not null references sms.number (id),
  carrier_key text,
  phone text not null,
  body text not null,
  received_at timestamptz not null,
  stored_at timestamptz not null,
  routed_at timestamptz,
  message_id bigint references sms.message (id),
  unrouted_id bigint references sms.unrouted (id),
  constraint inbound_once unique (number_id, carrier_key)
);
comment on table sms.inbound is
  'Texts as phones and carriers handed them over, stored before anything else happens. Routing one, with its replies and '
  'forwards, is one transaction that sets routed_at. Routed rows stay for some weeks to recognise repeats.';
comment on column sms.inbound.carrier_key is 'What the carrier recognises the text by; a repeat has the same. Null: it has none.';
comment on column sms.inbound.body is 'Empty once it is routed.';
create index inbound_waiting on sms.inbound (id) where routed_at is null;
create index inbound_routed on sms.inbound (routed_at) where routed_at is not null;

alter table sms.account
  drop constraint account_workspace_id_fkey,
  add column customer_id bigint generated always as (nullif(workspace_id, 0)) stored references access.workspace (id),
  add column stop_words boolean not null default true;
comment on column sms.account.workspace_id is
  'A workspace, or 0: the account of the operator''s own messages. No workspace and so no key has that id.';
comment on column sms.account.stop_words is 'Whether STOP, START and HELP mean something: docs/api/sms.md#stop-words.';
insert into sms.account (workspace_id) values (0);

-- The operator's own messages have idempotency keys too. Deferred, because a key is taken before the first send of an
-- account makes its row.
alter table sms.idempotency
  drop constraint idempotency_workspace_id_fkey,
  add constraint idempotency_workspace_id_fkey foreign key (workspace_id) references sms.account (workspace_id)
    deferrable initially deferred;

alter table sms.message
  add column sealed_body bytea,
  add constraint message_sealed_or_plain check (sealed_body is null or body = '');
comment on column sms.message.sealed_body is 'The body of an internal message with a code, sealed by the vault.';

comment on column sms.queue.lane is
  'The number that the sender asked for; 0: any of the pool; -1: any of the pool, ahead of all customers. Not null, because '
  'no index is read in order behind a null.';
