-- The usage ledger, and what became of texts on the operator's list.

create table sms.usage_entry (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  booked_at timestamptz not null,
  day date not null,
  kind text not null check (kind in ('send', 'reversal')),
  messages int not null check (messages > 0),
  segments int not null check (segments > 0),
  allowance int not null check (allowance between 0 and messages),
  micros bigint not null,
  constraint usage_entry_of_its_kind check (
    case kind when 'send' then micros >= 0 else micros < 0 and allowance = 0 end
  )
);
comment on table sms.usage_entry is
  'The usage ledger: what sends used, and which charges were taken back, appended in the transaction of the messages. No '
  'foreign key: entries outlive what they name.';
comment on column sms.usage_entry.booked_at is 'The month that the entry is exported in is that of this instant, in UTC.';
comment on column sms.usage_entry.day is 'The UTC day of sms.usage that it counts in; of a reversal that of the message.';
comment on column sms.usage_entry.segments is 'Of all its messages together.';
comment on column sms.usage_entry.allowance is 'How many of its messages were within the daily allowance.';
comment on column sms.usage_entry.micros is 'What was charged; negative: taken back.';
-- Entries come in the order of time, so that this finds a month, and costs next to nothing with each send.
create index usage_entry_booked on sms.usage_entry using brin (booked_at) with (autosummarize = on);

create function sms.refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The usage ledger is append-only.';
end $$;
create trigger refuse_ledger_change before update or delete or truncate on sms.usage_entry
  for each statement execute function sms.refuse_ledger_change();

-- What was used before there was a ledger: an entry a day, without what had been taken back.
insert into sms.usage_entry (workspace_id, booked_at, day, kind, messages, segments, allowance, micros)
select u.workspace_id, u.day::timestamp at time zone 'UTC', u.day, 'send', u.recipients,
       greatest(u.recipients, coalesce(m.segments, 0)), greatest(0, u.recipients - coalesce(m.metered, 0)),
       u.charged_micros
  from sms.usage u
  left join (
    select workspace_id, (created_at at time zone 'UTC')::date as day, sum(segments)::int as segments,
           (count(*) filter (where charge_micros > 0))::int as metered
      from sms.message
     where direction = 'out'
     group by 1, 2
  ) m on m.workspace_id = u.workspace_id and m.day = u.day
 where u.recipients > 0;

alter table sms.unrouted
  add column assigned_at timestamptz,
  add column message_id bigint,
  add constraint unrouted_assigned_as_message check ((assigned_at is null) = (message_id is null));
comment on column sms.unrouted.message_id is 'The inbound message of the account that the operator assigned the text to.';
create index unrouted_open on sms.unrouted (id) where assigned_at is null;
