-- What happened to numbers, for the web app: when they were online, why they pause, and which silent phones a mail told of.

create table sms.number_change (
  id bigint not null generated always as identity,
  number_id bigint not null,
  at timestamptz not null,
  online boolean not null,
  reason text not null,
  constraint number_change_pkey primary key (id),
  constraint number_change_reason_check check ((reason = any (array['added'::text, 'connected'::text, 'silent'::text, 'disconnected'::text, 'operator'::text, 'outage'::text, 'outage_over'::text, 'removed'::text])))
);
create index number_change_of_number on sms.number_change using btree (number_id, at);
create index number_change_at on sms.number_change using brin (at);
comment on table sms.number_change is 'When numbers went online and offline, for some weeks. Written by the statements that change sms.number.online. Without a reference, because numbers stay.';

alter table sms.number add column paused_for text;
alter table sms.number add constraint number_paused_for_check check ((paused_for = any (array['failures'::text, 'budget'::text, 'phone'::text]))) not valid;
comment on column sms.number.paused_for is 'Why it was last paused: too many failures, a budget that is used up, or a phone that cannot send at the moment.';

alter table sms.phone add column alerted_at timestamptz;
alter table sms.phone add column alert_open boolean not null default false;
comment on column sms.phone.alerted_at is 'When the operator was last mailed that the phone is silent.';
comment on column sms.phone.alert_open is 'Whether the mail that it is back is still to be sent.';

-- A pause for failures is rare. One for a budget comes with every batch of a busy number.
drop trigger tell_number_changed on sms.number;
create trigger tell_number_changed after update on sms.number for each row when ((((old.online, old.label, old.workspace_id, old.removed_at, old.outstanding_max, old.per_minute, old.per_half_hour, old.per_hour, old.per_day, old.warms_up_from, old.cools_down) is distinct from (new.online, new.label, new.workspace_id, new.removed_at, new.outstanding_max, new.per_minute, new.per_half_hour, new.per_hour, new.per_day, new.warms_up_from, new.cools_down)) or ((new.paused_for = 'failures'::text) and (old.paused_until is distinct from new.paused_until)))) execute function sms.tell_number();
