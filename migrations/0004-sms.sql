-- Bodies name tables that are created further down.
set local check_function_bodies = off;

create schema sms;
comment on schema sms is 'Text messages: numbers, messages and their queue, usage of accounts, the simulator.';

create function sms.refuse_ledger_change()
 returns trigger
 language plpgsql
as $function$
begin
  raise exception 'The usage ledger is append-only.';
end $function$;

create table sms."group" (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  number_id bigint not null,
  name text not null,
  active boolean not null,
  created_at timestamptz not null,
  constraint group_pkey primary key (id)
);
create index group_of_workspace on sms."group" using btree (workspace_id, id);
create unique index group_one_active_a_number on sms."group" using btree (workspace_id, number_id) where active;
comment on table sms."group" is 'Groups on dedicated numbers: docs/api/sms.md#groups. Messages keep the id of a deleted one.';

create table sms.account (
  workspace_id bigint not null,
  customer_id bigint generated always as (nullif(workspace_id, 0)) stored,
  stop_words boolean not null default true,
  constraint account_pkey primary key (workspace_id)
);
comment on table sms.account is 'One row for each workspace that sent or received. A transaction that adds messages locks the row FOR NO KEY UPDATE before it draws ids, so that an id becomes visible only after every smaller id of the workspace.';
comment on column sms.account.workspace_id is 'A workspace, or 0: the account of the operator''s own messages. No workspace and so no key has that id.';
comment on column sms.account.stop_words is 'Whether STOP, START and HELP mean something: docs/api/sms.md#stop-words.';

create table sms.contact (
  workspace_id bigint not null,
  phone text not null,
  number_id bigint not null,
  spoke_at timestamptz not null,
  wrote_at timestamptz,
  wrote_id bigint,
  constraint contact_pkey primary key (workspace_id, phone, number_id)
);
create index contact_of_phone on sms.contact using btree (number_id, phone, wrote_at);
comment on table sms.contact is 'Over which number an account last spoke with a phone (sticky sender), and which account last wrote to a phone from a number (routing of answers).';
comment on column sms.contact.wrote_id is 'The last message that went out, to break a tie of wrote_at.';

create table sms.handoff (
  id bigint not null generated always as identity,
  message_id bigint not null,
  number_id bigint not null,
  at timestamptz not null,
  what text not null,
  detail text,
  constraint handoff_what_check check ((what = any (array['handed'::text, 'delayed'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'expired'::text, 'cancelled'::text]))) not valid
);
create index handoff_at on sms.handoff using brin (at);
create index handoff_of_message on sms.handoff using btree (message_id);
comment on table sms.handoff is 'What happened to a message once a number had it, for the operator. Without references: a row costs little, and stays when the message is gone.';

create table sms.idempotency (
  workspace_id bigint not null,
  key text not null,
  created_at timestamptz not null,
  answer json,
  number_id bigint,
  constraint idempotency_key unique nulls not distinct (workspace_id, key, number_id)
);
create index idempotency_created on sms.idempotency using btree (created_at);
comment on table sms.idempotency is 'Answers to sends that carried an idempotency key, for 24 hours: sms.md 4.';
comment on column sms.idempotency.answer is 'Null only inside the transaction that makes the row.';
comment on column sms.idempotency.number_id is 'The number that the API key is bound to; null for one without a binding.';

create table sms.inbound (
  id bigint not null generated always as identity,
  number_id bigint not null,
  carrier_key text,
  phone text not null,
  body text not null,
  received_at timestamptz not null,
  stored_at timestamptz not null,
  routed_at timestamptz,
  message_id bigint,
  unrouted_id bigint,
  constraint inbound_pkey primary key (id),
  constraint inbound_once unique (number_id, carrier_key)
);
create index inbound_routed on sms.inbound using btree (routed_at) where (routed_at is not null);
create index inbound_waiting on sms.inbound using btree (id) where (routed_at is null);
comment on table sms.inbound is 'Texts as phones and carriers handed them over, stored before anything else happens. Routing one, with its replies and forwards, is one transaction that sets routed_at. Routed rows stay for some weeks to recognise repeats.';
comment on column sms.inbound.carrier_key is 'What the carrier recognises the text by; a repeat has the same. Null: it has none.';
comment on column sms.inbound.body is 'Empty once it is routed.';

create table sms.member (
  id bigint not null generated always as identity,
  group_id bigint not null,
  name text not null,
  phone text not null,
  admin boolean not null,
  constraint member_pkey primary key (id),
  constraint member_one_phone unique (group_id, phone)
);
comment on table sms.member is 'Members of groups. Adding one locks the group, so that a group never exceeds its limit.';

create table sms.message (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  direction text not null,
  phone text not null,
  body text not null,
  status text not null,
  segments integer not null,
  client_ref text,
  number_id bigint,
  group_id bigint,
  error_code text,
  error_message text,
  charge_micros bigint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz,
  taken_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  sealed_body bytea,
  constraint message_pkey primary key (id),
  constraint message_charge_micros_check check ((charge_micros >= 0)),
  constraint message_delivered_has_time check (((status = 'delivered'::text) = (delivered_at is not null))),
  constraint message_direction_check check ((direction = any (array['in'::text, 'out'::text]))),
  constraint message_error_has_both check (((error_code is null) = (error_message is null))),
  constraint message_received_is_inbound check (((direction = 'in'::text) = (status = 'received'::text))),
  constraint message_sealed_or_plain check (((sealed_body is null) or (body = ''::text))),
  constraint message_segments_check check ((segments > 0)),
  constraint message_status_check check ((status = any (array['queued'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'expired'::text, 'cancelled'::text, 'received'::text]))),
  constraint message_taken_by_a_number check (((taken_at is null) or (number_id is not null)))
);
create index message_in_status on sms.message using btree (workspace_id, status, id) where (status <> 'queued'::text);
create index message_of_group on sms.message using btree (workspace_id, group_id, id) where (group_id is not null);
create index message_of_workspace on sms.message using btree (workspace_id, id);
create index message_on_number on sms.message using btree (workspace_id, number_id, id) where (number_id is not null);
create index message_sending on sms.message using btree (number_id, taken_at) where (status = 'sending'::text);
create index message_sent on sms.message using btree (number_id, sent_at) where (status = 'sent'::text);
create index message_with_phone on sms.message using btree (workspace_id, phone, id);
comment on table sms.message is 'Messages of both directions.';
comment on column sms.message.phone is 'E.164 number of the other party.';
comment on column sms.message.number_id is 'Null while a pool message waits; the number that took it afterwards.';
comment on column sms.message.charge_micros is 'What the message was metered at; 0 within the allowance or when taken back.';
comment on column sms.message.taken_at is 'When the message was handed over to the number: the committed claim.';
comment on column sms.message.sealed_body is 'The body of an internal message with a code, sealed by the vault.';

create table sms.number (
  id bigint not null generated always as identity,
  phone text not null,
  carrier text not null,
  workspace_id bigint,
  label text not null,
  online boolean not null,
  added_at timestamptz not null,
  removed_at timestamptz,
  served_workspace_id bigint not null default 0,
  served_at timestamptz,
  outstanding_max integer not null default 3,
  per_minute integer,
  per_half_hour integer,
  per_hour integer,
  per_day integer,
  warms_up_from timestamptz,
  cools_down boolean not null default true,
  recent_failures integer not null default 0,
  paused_until timestamptz,
  dedicated_to bigint generated always as (nullif(workspace_id, 0)) stored,
  constraint number_pkey primary key (id),
  constraint number_pool_of_one_kind exclude using gist ((
case
    when (carrier = 'simulator'::text) then int4range(0, 1)
    else int4range(1, 2)
end) with -|-) where (((workspace_id is null) and (removed_at is null))),
  constraint number_carrier_check check ((carrier = any (array['simulator'::text, 'android'::text, 'smpp'::text]))),
  constraint number_outstanding_max_check check ((outstanding_max > 0)),
  constraint number_per_day_check check ((per_day > 0)),
  constraint number_per_half_hour_check check ((per_half_hour > 0)),
  constraint number_per_hour_check check ((per_hour > 0)),
  constraint number_per_minute_check check ((per_minute > 0))
);
create unique index number_phone_taken on sms.number using btree (phone) where (removed_at is null);
create index number_usable on sms.number using btree (workspace_id, id) where (removed_at is null);
comment on table sms.number is 'Numbers to send from. Removed ones stay, because past messages name them.';
comment on column sms.number.workspace_id is 'The account that the number is dedicated to; null: the shared pool; 0: nobody, as for simulated numbers that left the pool to real ones.';
comment on column sms.number.served_workspace_id is 'Account whose turn was last; the next claim starts with the one after it.';
comment on column sms.number.outstanding_max is 'How many messages it may have that it did not report on yet.';
comment on column sms.number.per_minute is 'Parts that it may send in any minute; null: as many as it can. Likewise the other spans.';
comment on column sms.number.warms_up_from is 'When its warm-up began, during which the parts of a day grow; null: it does not warm up.';
comment on column sms.number.cools_down is 'Whether it pauses when too many of its last messages failed.';
comment on column sms.number.recent_failures is 'A bit for each of its last twenty outcomes, the latest lowest: 1 for a failure.';
comment on column sms.number.paused_until is 'It takes nothing before: it failed too often, or a budget is used up.';

create table sms.optout (
  workspace_id bigint not null,
  phone text not null,
  opted_out_at timestamptz,
  helped_at timestamptz,
  constraint optout_pkey primary key (workspace_id, phone)
);
comment on table sms.optout is 'Phones that sent STOP, START or HELP to an account: docs/api/sms.md#stop-words. Written under the lock of sms.account.';
comment on column sms.optout.opted_out_at is 'Null: it gets texts (again).';
comment on column sms.optout.helped_at is 'When HELP was last answered, so that two machines do not answer each other forever.';

create table sms.phone (
  number_id bigint not null,
  code_mark text,
  code_expires_at timestamptz,
  token_digest bytea not null,
  sealed_secret bytea not null,
  inbound_digest bytea not null,
  device_id text,
  device_digest bytea,
  enrolled_at timestamptz,
  name text,
  app_version text,
  sim integer,
  last_seen_at timestamptz,
  paused boolean not null default false,
  clock_ahead_seconds integer not null default 0,
  health json,
  fetched_webhooks text,
  fetched_settings text,
  texts_since timestamptz,
  texts_asked_at timestamptz,
  constraint phone_pkey primary key (number_id),
  constraint phone_code_mark_key unique (code_mark),
  constraint phone_device_digest_key unique (device_digest),
  constraint phone_device_id_key unique (device_id),
  constraint phone_inbound_digest_key unique (inbound_digest),
  constraint phone_token_digest_key unique (token_digest),
  constraint phone_code_expires check (((code_mark is null) = (code_expires_at is null))),
  constraint phone_enrolled_whole check ((((device_id is null) = (device_digest is null)) and ((device_id is null) = (enrolled_at is null)))),
  constraint phone_sim_check check (((sim >= 1) and (sim <= 3)))
);
comment on table sms.phone is 'One row a number whose carrier is android: its secrets and the phone that is enrolled with it.';
comment on column sms.phone.code_mark is 'Mark (by the vault) of the one-time code; null once it was used.';
comment on column sms.phone.token_digest is 'SHA-256 of the registration token, with which a phone enrols itself again.';
comment on column sms.phone.sealed_secret is 'Sealed by the vault: 24 characters of the address that the phone posts to, then 24 with which it signs.';
comment on column sms.phone.inbound_digest is 'SHA-256 of the characters of the address, to find the phone of a post.';
comment on column sms.phone.device_id is 'Names this enrolment to the phone; null while no phone is enrolled. Each enrolment has a new one.';
comment on column sms.phone.device_digest is 'SHA-256 of the device token.';
comment on column sms.phone.sim is 'The slot that sends and receives for the number; null: the phone decides, and texts of all SIMs count.';
comment on column sms.phone.paused is 'The operator took the number offline; the phone does not put it online again.';
comment on column sms.phone.clock_ahead_seconds is 'How far the clock of the phone is ahead of ours, negative when behind; from its signed posts.';
comment on column sms.phone.health is 'What the phone last told of battery and network.';
comment on column sms.phone.fetched_webhooks is 'Digest of the list of webhooks that the phone last fetched; null: none since it enrolled.';
comment on column sms.phone.fetched_settings is 'The same of its settings.';
comment on column sms.phone.texts_since is 'From when on the phone may have texts that it did not post, because it was away; null: it has none.';
comment on column sms.phone.texts_asked_at is 'When it was last asked to post them.';

create table sms.phone_item (
  message_id bigint not null,
  number_id bigint not null,
  device_id text not null,
  attempt integer not null,
  listed_at timestamptz,
  asked_at timestamptz,
  reported_at timestamptz,
  constraint phone_item_pkey primary key (message_id),
  constraint phone_item_attempt_check check ((attempt > 0))
);
create index phone_item_of_number on sms.phone_item using btree (number_id);
comment on table sms.phone_item is 'Messages of status sending that an Android phone has or is about to get. A message is in it before any answer has it. Without a reference to sms.message, whose rows come and go by month.';
comment on column sms.phone_item.device_id is 'The enrolment that it was first listed to in this attempt.';
comment on column sms.phone_item.attempt is 'Part of the id that the phone sees. Goes up only after the phone has said that it did not send.';
comment on column sms.phone_item.listed_at is 'When this attempt was first listed; null: with the next listing.';
comment on column sms.phone_item.asked_at is 'When it was last listed with a time limit in the past, which asks and cannot send.';
comment on column sms.phone_item.reported_at is 'When the phone last reported on it.';

create table sms.phone_parts (
  message_id bigint not null,
  parts integer,
  delivered text[] not null default '{}'::text[],
  delivered_at timestamptz,
  noted_at timestamptz not null,
  constraint phone_parts_pkey primary key (message_id),
  constraint phone_parts_parts_check check ((parts > 0))
);
create index phone_parts_noted on sms.phone_parts using btree (noted_at);
comment on table sms.phone_parts is 'Messages of several parts that phones tell of, until all parts are delivered or one failed. Without a reference to sms.message, whose rows are purged by themselves.';
comment on column sms.phone_parts.parts is 'Into how many parts the phone split the text; null: as many as the message has segments.';
comment on column sms.phone_parts.delivered is 'The ids of the posts that told of a delivered part; a post that is repeated has the same.';
comment on column sms.phone_parts.delivered_at is 'When the last of them was delivered.';

create table sms.phone_text (
  number_id bigint not null,
  message_key text not null,
  carrier_key text not null,
  seen_at timestamptz not null,
  constraint phone_text_pkey primary key (number_id, message_key)
);
create index phone_text_seen on sms.phone_text using btree (seen_at);
comment on table sms.phone_text is 'Inbound texts by the id that the app computes from them. Apps hand over a text twice with different times; both have this id.';
comment on column sms.phone_text.carrier_key is 'The carrier_key of sms.inbound under which the text was first stored.';

create table sms.queue (
  message_id bigint not null,
  workspace_id bigint not null,
  lane bigint not null,
  phone text not null,
  expires_at timestamptz not null,
  constraint queue_pkey primary key (message_id)
);
create index queue_expiring on sms.queue using btree (expires_at);
create index queue_turn on sms.queue using btree (lane, workspace_id, message_id);
comment on table sms.queue is 'Messages that wait for a phone: one row for each of status queued. Taking, canceling, or expiring a message deletes its row, so exactly one of concurrent attempts wins. Separate from sms.message, so that claims stay fast with any number of messages.';
comment on column sms.queue.lane is 'The number that the sender asked for; 0: any of the pool; -1: any of the pool, ahead of all customers. Not null, because no index is read in order behind a null.';

create table sms.retry (
  message_id bigint not null,
  number_id bigint not null,
  attempts integer not null,
  due_at timestamptz,
  constraint retry_pkey primary key (message_id),
  constraint retry_attempts_check check ((attempts > 0))
);
create index retry_due on sms.retry using btree (number_id, due_at) where (due_at is not null);
comment on table sms.retry is 'Messages that a number has and its carrier could not send for the moment: the same number tries again.';
comment on column sms.retry.attempts is 'How many failed.';
comment on column sms.retry.due_at is 'When the next attempt is; null: it was handed over.';

create table sms.sent_parts (
  number_id bigint not null,
  span_seconds integer not null,
  started_at timestamptz not null,
  parts integer not null,
  constraint sent_parts_pkey primary key (number_id, span_seconds, started_at),
  constraint sent_parts_parts_check check ((parts > 0))
);
comment on table sms.sent_parts is 'Parts that a number was handed, in buckets of a thirtieth of each span that it has a budget for. Written under the lock of the number.';

create table sms.simulated_text (
  message_id bigint not null,
  number_id bigint not null,
  at timestamptz not null,
  place bigint not null generated always as identity,
  constraint simulated_text_pkey primary key (message_id)
);
create index simulated_text_of_number on sms.simulated_text using btree (number_id, message_id);
comment on table sms.simulated_text is 'What a virtual phone was handed. Its own key on the message keeps it from sending one twice, as real phones do.';
comment on column sms.simulated_text.place is 'The order in which virtual phones were handed their texts.';

create table sms.simulator (
  number_id bigint not null,
  deliver_ms integer not null,
  fail_rate double precision not null,
  hold boolean not null,
  busy_rate double precision not null default 0,
  online_at timestamptz,
  constraint simulator_pkey primary key (number_id),
  constraint simulator_busy_rate_check check (((busy_rate >= (0)::double precision) and (busy_rate <= (1)::double precision))),
  constraint simulator_deliver_ms_check check ((deliver_ms >= 0)),
  constraint simulator_fail_rate_check check (((fail_rate >= (0)::double precision) and (fail_rate <= (1)::double precision)))
);
comment on table sms.simulator is 'How the virtual phone of a simulator number behaves.';
comment on column sms.simulator.hold is 'Texts are taken as sent and not confirmed.';
comment on column sms.simulator.busy_rate is 'Fraction of attempts that fail for the moment only.';
comment on column sms.simulator.online_at is 'When the virtual phone comes back from an offline spell.';

create table sms.unrouted (
  id bigint not null generated always as identity,
  number_id bigint not null,
  phone text not null,
  body text not null,
  received_at timestamptz not null,
  assigned_at timestamptz,
  message_id bigint,
  constraint unrouted_pkey primary key (id),
  constraint unrouted_assigned_as_message check (((assigned_at is null) = (message_id is null)))
);
create index unrouted_open on sms.unrouted using btree (id) where (assigned_at is null);
comment on table sms.unrouted is 'Texts that reached a pool number from a phone that no account wrote to; for the operator.';
comment on column sms.unrouted.message_id is 'The inbound message of the account that the operator assigned the text to.';

create table sms.usage (
  workspace_id bigint not null,
  day date not null,
  recipients integer not null,
  charged_micros bigint not null,
  constraint usage_pkey primary key (workspace_id, day),
  constraint usage_charged_micros_check check ((charged_micros >= 0)),
  constraint usage_recipients_check check ((recipients >= 0))
);
comment on table sms.usage is 'Accepted recipients and metered charges of an account in one UTC day. Written under the lock of sms.account.';

create table sms.usage_entry (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  booked_at timestamptz not null,
  day date not null,
  kind text not null,
  messages integer not null,
  segments integer not null,
  allowance integer not null,
  micros bigint not null,
  constraint usage_entry_pkey primary key (id),
  constraint usage_entry_check check (((allowance >= 0) and (allowance <= messages))),
  constraint usage_entry_kind_check check ((kind = any (array['send'::text, 'reversal'::text]))),
  constraint usage_entry_messages_check check ((messages > 0)),
  constraint usage_entry_of_its_kind check (
case kind
    when 'send'::text then (micros >= 0)
    else ((micros < 0) and (allowance = 0))
end),
  constraint usage_entry_segments_check check ((segments > 0))
);
create index usage_entry_booked on sms.usage_entry using brin (booked_at) with (autosummarize='on');
comment on table sms.usage_entry is 'The usage ledger: what sends used, and which charges were taken back, appended in the transaction of the messages. No foreign key: entries outlive what they name.';
comment on column sms.usage_entry.booked_at is 'The month that the entry is exported in is that of this instant, in UTC.';
comment on column sms.usage_entry.day is 'The UTC day of sms.usage that it counts in; of a reversal that of the message.';
comment on column sms.usage_entry.segments is 'Of all its messages together.';
comment on column sms.usage_entry.allowance is 'How many of its messages were within the daily allowance.';
comment on column sms.usage_entry.micros is 'What was charged; negative: taken back.';

alter table sms."group" add constraint group_number_id_fkey foreign key (number_id) references sms.number(id);

alter table sms."group" add constraint group_workspace_id_fkey foreign key (workspace_id) references sms.account(workspace_id);

alter table sms.account add constraint account_customer_id_fkey foreign key (customer_id) references identity.workspace(id);

alter table sms.idempotency add constraint idempotency_number_id_fkey foreign key (number_id) references sms.number(id);

alter table sms.idempotency add constraint idempotency_workspace_id_fkey foreign key (workspace_id) references sms.account(workspace_id) deferrable initially deferred;

alter table sms.inbound add constraint inbound_number_id_fkey foreign key (number_id) references sms.number(id);

alter table sms.inbound add constraint inbound_unrouted_id_fkey foreign key (unrouted_id) references sms.unrouted(id);

alter table sms.member add constraint member_group_id_fkey foreign key (group_id) references sms."group"(id) on delete cascade;

alter table sms.number add constraint number_workspace_id_fkey foreign key (dedicated_to) references identity.workspace(id);

alter table sms.optout add constraint optout_workspace_id_fkey foreign key (workspace_id) references sms.account(workspace_id);

alter table sms.phone add constraint phone_number_id_fkey foreign key (number_id) references sms.number(id);

alter table sms.phone_item add constraint phone_item_number_id_fkey foreign key (number_id) references sms.phone(number_id);

alter table sms.phone_text add constraint phone_text_number_id_fkey foreign key (number_id) references sms.phone(number_id);

alter table sms.retry add constraint retry_number_id_fkey foreign key (number_id) references sms.number(id);

alter table sms.sent_parts add constraint sent_parts_number_id_fkey foreign key (number_id) references sms.number(id);

alter table sms.simulator add constraint simulator_number_id_fkey foreign key (number_id) references sms.number(id);

alter table sms.unrouted add constraint unrouted_number_id_fkey foreign key (number_id) references sms.number(id);

alter table sms.usage add constraint usage_workspace_id_fkey foreign key (workspace_id) references sms.account(workspace_id);

create trigger refuse_ledger_change before delete or update or truncate on sms.usage_entry for each statement execute function sms.refuse_ledger_change();

insert into sms.account (workspace_id) values (0);
