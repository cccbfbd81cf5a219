-- Android phones: who they are, what they were handed, and which of their inbound texts are known.

create table sms.phone (
  number_id bigint primary key references sms.number (id),
  code_mark text unique,
  code_expires_at timestamptz,
  token_digest bytea not null unique,
  sealed_secret bytea not null,
  inbound_digest bytea not null unique,
  device_id text unique,
  device_digest bytea unique,
  enrolled_at timestamptz,
  name text,
  app_version text,
  sim int check (sim between 1 and 3),
  last_seen_at timestamptz,
  paused boolean not null default false,
  clock_ahead_seconds int not null default 0,
  health json,
  fetched_webhooks text,
  fetched_settings text,
  constraint phone_code_expires check ((code_mark is null) = (code_expires_at is null)),
  constraint phone_enrolled_whole check (
    (device_id is null) = (device_digest is null) and (device_id is null) = (enrolled_at is null)
  )
);
comment on table sms.phone is 'One row a number whose carrier is android: its secrets and the phone that is enrolled with it.';
comment on column sms.phone.code_mark is 'Mark (by the vault) of the one-time code; null once it was used.';
comment on column sms.phone.token_digest is 'SHA-256 of the registration token, with which a phone enrols itself again.';
comment on column sms.phone.sealed_secret is
  'Sealed by the vault: 24 characters of the address that the phone posts to, then 24 with which it signs.';
comment on column sms.phone.inbound_digest is 'SHA-256 of the characters of the address, to find the phone of a post.';
comment on column sms.phone.device_id is 'Names this enrolment to the phone; null while no phone is enrolled. Each enrolment has a new one.';
comment on column sms.phone.device_digest is 'SHA-256 of the device token.';
comment on column sms.phone.sim is 'The slot that sends and receives for the number; null: the phone decides, and texts of all SIMs count.';
comment on column sms.phone.paused is 'The operator took the number offline; the phone does not put it online again.';
comment on column sms.phone.clock_ahead_seconds is 'How far the clock of the phone is ahead of ours, negative when behind; from its signed posts.';
comment on column sms.phone.health is 'What the phone last told of battery and network.';
comment on column sms.phone.fetched_webhooks is 'Digest of the list of webhooks that the phone last fetched; null: none since it enrolled.';
comment on column sms.phone.fetched_settings is 'The same of its settings.';

create table sms.phone_item (
  message_id bigint primary key,
  number_id bigint not null references sms.phone (number_id),
  device_id text not null,
  attempt int not null check (attempt > 0),
  listed_at timestamptz,
  asked_at timestamptz,
  reported_at timestamptz
);
comment on table sms.phone_item is
  'Messages of status sending that an Android phone has or is about to get. A message is in it before any answer has it. '
  'Without a reference to sms.message, whose rows come and go by month.';
comment on column sms.phone_item.device_id is 'The enrolment that it was first listed to in this attempt.';
comment on column sms.phone_item.attempt is 'Part of the id that the phone sees. Goes up only after the phone has said that it did not send.';
comment on column sms.phone_item.listed_at is 'When this attempt was first listed; null: with the next listing.';
comment on column sms.phone_item.asked_at is 'When it was last listed with a time limit in the past, which asks and cannot send.';
comment on column sms.phone_item.reported_at is 'When the phone last reported on it.';
create index phone_item_of_number on sms.phone_item (number_id);

create table sms.phone_text (
  number_id bigint not null references sms.phone (number_id),
  message_key text not null,
  carrier_key text not null,
  seen_at timestamptz not null,
  primary key (number_id, message_key)
);
comment on table sms.phone_text is
  'Inbound texts by the id that the app computes from them. Apps hand over a text twice with different times; both have this id.';
comment on column sms.phone_text.carrier_key is 'The carrier_key of sms.inbound under which the text was first stored.';
create index phone_text_seen on sms.phone_text (seen_at);
