-- Parts of long messages that phones tell of one by one, and inbound texts that a phone got while it was away.

create table sms.phone_parts (
  message_id bigint primary key,
  parts int check (parts > 0),
  delivered text[] not null default '{}',
  delivered_at timestamptz,
  noted_at timestamptz not null
);
comment on table sms.phone_parts is
  'Messages of several parts that phones tell of, until all parts are delivered or one failed. Without a reference to '
  'sms.message, whose rows are purged by themselves.';
comment on column sms.phone_parts.parts is 'Into how many parts the phone split the text; null: as many as the message has segments.';
comment on column sms.phone_parts.delivered is 'The ids of the posts that told of a delivered part; a post that is repeated has the same.';
comment on column sms.phone_parts.delivered_at is 'When the last of them was delivered.';
create index phone_parts_noted on sms.phone_parts (noted_at);

alter table sms.phone
  add column texts_since timestamptz,
  add column texts_asked_at timestamptz;
comment on column sms.phone.texts_since is
  'From when on the phone may have texts that it did not post, because it was away; null: it has none.';
comment on column sms.phone.texts_asked_at is 'When it was last asked to post them.';
