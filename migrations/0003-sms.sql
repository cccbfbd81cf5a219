-- Text messages: numbers, messages and their queue, accounts' usage, the simulator (sms.md; design.md sections 3 and 4).

create schema sms;
comment on schema sms is 'Text messages: numbers, messages and their queue, usage of accounts, the simulator.';

create table sms.account (
  workspace_id bigint primary key references access.workspace (id)
);
comment on table sms.account is
  'One row a workspace that sent or received. Whoever adds messages to the workspace locks the row FOR NO KEY UPDATE '
  'before he draws ids, so that an id becomes visible only when every smaller id of the workspace is settled.';

create table sms.usage (
  workspace_id bigint not null references sms.account (workspace_id),
  day date not null,
  recipients int not null check (recipients >= 0),
  charged_micros bigint not null check (charged_micros >= 0),
  primary key (workspace_id, day)
);
comment on table sms.usage is 'Accepted recipients and metered charges of an account in one UTC day. Written under the lock of sms.account.';

create table sms.number (
  id bigint generated always as identity primary key,
  phone text not null,
  carrier text not null check (carrier in ('simulator', 'android', 'smpp')),
  workspace_id bigint references access.workspace (id),
  label text not null,
  online boolean not null,
  added_at timestamptz not null,
  removed_at timestamptz,
  served_workspace_id bigint not null default 0,
  served_at timestamptz
);
comment on table sms.number is 'Numbers to send from. Removed ones stay, because past messages name them.';
comment on column sms.number.workspace_id is 'The account that the number is dedicated to; null: the shared pool.';
comment on column sms.number.served_workspace_id is 'Account whose turn was last; the next claim starts with the one after it.';
create unique index number_phone_taken on sms.number (phone) where removed_at is null;
create index number_usable on sms.number (workspace_id, id) where removed_at is null;

create table sms.message (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references sms.account (workspace_id),
  direction text not null check (direction in ('in', 'out')),
  phone text not null,
  body text not null,
  status text not null check (
    status in ('queued', 'sending', 'sent', 'delivered', 'failed', 'expired', 'cancelled', 'received')
  ),
  segments int not null check (segments > 0),
  client_ref text,
  number_id bigint references sms.number (id),
  group_id bigint,
  error_code text,
  error_message text,
  charge_micros bigint not null default 0 check (charge_micros >= 0),
  created_at timestamptz not null,
  expires_at timestamptz,
  taken_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  constraint message_received_is_inbound check ((direction = 'in') = (status = 'received')),
  constraint message_delivered_has_time check ((status = 'delivered') = (delivered_at is not null)),
  constraint message_taken_by_a_number check (taken_at is null or number_id is not null),
  constraint message_error_has_both check ((error_code is null) = (error_message is null))
);
comment on table sms.message is 'Messages of both directions.';
comment on column sms.message.phone is 'E.164 number of the other party.';
comment on column sms.message.number_id is 'Null while a pool message waits; the number that took it afterwards.';
comment on column sms.message.charge_micros is 'What the message was metered at; 0 within the allowance or when taken back.';
comment on column sms.message.taken_at is 'When the message was handed over to the number: the committed claim.';

-- Each list is read along one of these, newest or oldest first. A filter by direction is one by status (received or not).
create index message_of_workspace on sms.message (workspace_id, id);
create index message_on_number on sms.message (workspace_id, number_id, id);
create index message_with_phone on sms.message (workspace_id, phone, id);
create index message_in_status on sms.message (workspace_id, status, id);
create index message_of_group on sms.message (workspace_id, group_id, id) where group_id is not null;
-- What is with a phone, and what waits to be confirmed.
create index message_sending on sms.message (number_id, taken_at) where status = 'sending';
create index message_sent on sms.message (number_id, sent_at) where status = 'sent';

create table sms.queue (
  message_id bigint primary key references sms.message (id),
  workspace_id bigint not null,
  lane bigint not null,
  phone text not null,
  expires_at timestamptz not null
);
comment on table sms.queue is
  'Messages that wait for a phone: one row for each of status queued. Whoever takes, cancels or expires a message deletes '
  'its row, and of several who try at once only one does. Apart from sms.message, so that claims touch little and '
  'quickly, however many messages there are.';
comment on column sms.queue.lane is
  'The number that the sender asked for; 0: any of the pool. Not null, because no index is read in order behind a null.';
create index queue_turn on sms.queue (lane, workspace_id, message_id);
create index queue_expiring on sms.queue (expires_at);

create table sms.contact (
  workspace_id bigint not null references sms.account (workspace_id),
  phone text not null,
  number_id bigint not null references sms.number (id),
  spoke_at timestamptz not null,
  wrote_at timestamptz,
  wrote_id bigint,
  primary key (workspace_id, phone, number_id)
);
comment on table sms.contact is
  'Over which number an account last spoke with a phone (sticky sender), and which account last wrote to a phone from a '
  'number (routing of answers).';
comment on column sms.contact.wrote_id is 'The last message that went out, to break a tie of wrote_at.';
create index contact_of_phone on sms.contact (number_id, phone, wrote_at);

create table sms.idempotency (
  workspace_id bigint not null references access.workspace (id),
  key text not null,
  created_at timestamptz not null,
  answer json,
  primary key (workspace_id, key)
);
comment on table sms.idempotency is 'Answers to sends that carried an idempotency key, for 24 hours: sms.md 4.';
comment on column sms.idempotency.answer is 'Null only inside the transaction that makes the row.';
create index idempotency_created on sms.idempotency (created_at);

create table sms.unrouted (
  id bigint generated always as identity primary key,
  number_id bigint not null references sms.number (id),
  phone text not null,
  body text not null,
  received_at timestamptz not null
);
comment on table sms.unrouted is 'Texts that reached a pool number from a phone that no account wrote to; for the operator.';

create table sms.simulator (
  number_id bigint primary key references sms.number (id),
  deliver_ms int not null check (deliver_ms >= 0),
  fail_rate double precision not null check (fail_rate between 0 and 1),
  hold boolean not null
);
comment on table sms.simulator is 'How the virtual phone of a simulator number behaves.';
comment on column sms.simulator.hold is 'Texts are taken as sent and not confirmed.';

create table sms.simulated_text (
  message_id bigint primary key references sms.message (id),
  number_id bigint not null references sms.simulator (number_id),
  at timestamptz not null
);
comment on table sms.simulated_text is
  'What a virtual phone was handed. Its own key on the message keeps it from sending one twice, as real phones do.';
create index simulated_text_of_number on sms.simulated_text (number_id, message_id);
