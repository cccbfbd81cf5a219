-- How fast a number sends, the history of handoffs, attempts that carriers could not make, offline spells of the simulator.

alter table sms.number
  add column outstanding_max int not null default 3 check (outstanding_max > 0),
  add column per_minute int check (per_minute > 0),
  add column per_half_hour int check (per_half_hour > 0),
  add column per_hour int check (per_hour > 0),
  add column per_day int check (per_day > 0),
  add column warms_up_from timestamptz,
  add column cools_down boolean not null default true,
  add column recent_failures int not null default 0,
  add column paused_until timestamptz;
comment on column sms.number.outstanding_max is 'How many messages it may have that it did not report on yet.';
comment on column sms.number.per_minute is 'Parts that it may send in any minute; null: as many as it can. Likewise the other spans.';
comment on column sms.number.warms_up_from is 'When its warm-up began, during which the parts of a day grow; null: it does not warm up.';
comment on column sms.number.cools_down is 'Whether it pauses when too many of its last messages failed.';
comment on column sms.number.recent_failures is 'A bit for each of its last twenty outcomes, the latest lowest: 1 for a failure.';
comment on column sms.number.paused_until is 'It takes nothing before: it failed too often, or a budget is used up.';
update sms.number set outstanding_max = 100, cools_down = false where carrier = 'simulator';

create table sms.sent_parts (
  number_id bigint not null references sms.number (id),
  span_seconds int not null,
  started_at timestamptz not null,
  parts int not null check (parts > 0),
  primary key (number_id, span_seconds, started_at)
);
comment on table sms.sent_parts is
  'Parts that a number was handed, in buckets of a thirtieth of each span that it has a budget for. Written under the lock '
  'of the number.';

create table sms.handoff (
  message_id bigint not null,
  number_id bigint not null,
  at timestamptz not null,
  what text not null check (
    what in ('handed', 'delayed', 'asked', 'sent', 'delivered', 'failed', 'expired')
  ),
  detail text
);
comment on table sms.handoff is
  'What happened to a message once a number had it, for the operator. Without references: a row costs little, and stays '
  'when the message is gone.';
create index handoff_of_message on sms.handoff (message_id);
create index handoff_at on sms.handoff using brin (at);

create table sms.retry (
  message_id bigint primary key,
  number_id bigint not null references sms.number (id),
  attempts int not null check (attempts > 0),
  due_at timestamptz
);
comment on table sms.retry is
  'Messages that a number has and its carrier could not send for the moment: the same number tries again.';
comment on column sms.retry.attempts is 'How many failed.';
comment on column sms.retry.due_at is 'When the next attempt is; null: it was handed over.';
create index retry_due on sms.retry (number_id, due_at) where due_at is not null;

alter table sms.simulator add column online_at timestamptz;
comment on column sms.simulator.online_at is 'When the virtual phone comes back from an offline spell.';
