-- Networks show Mexican numbers with the 1 that they no longer have, and Argentine mobile numbers without their 9. Such numbers
-- were kept as they came, so a text in one form did not belong to a conversation in the other. Now there is one form:
-- `oldForms` in src/sms/phone.ts.
create function pg_temp.today(phone text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(phone, '^\+52(?:1|01|04[45])(\d{10})$', '+52\1'),
                        '^\+54(11\d{8}|[23]\d{9})$', '+549\1')
$$;
create function pg_temp.is_old(phone text) returns boolean language sql immutable as $$
  select phone ~ '^\+5[24]' and pg_temp.today(phone) <> phone
$$;

-- An opt-out in either form counts.
insert into sms.optout as o (workspace_id, phone, opted_out_at, helped_at)
select workspace_id, pg_temp.today(phone), min(opted_out_at), max(helped_at)
  from sms.optout
 where pg_temp.is_old(phone)
 group by 1, 2
on conflict (workspace_id, phone) do update
   set opted_out_at = coalesce(o.opted_out_at, excluded.opted_out_at);
delete from sms.optout where pg_temp.is_old(phone);

insert into sms.contact as c (workspace_id, phone, number_id, spoke_at, wrote_at, wrote_id)
select distinct on (1, 2, 3) workspace_id, pg_temp.today(phone), number_id, spoke_at, wrote_at, wrote_id
  from sms.contact
 where pg_temp.is_old(phone)
 order by 1, 2, 3, wrote_at desc nulls last
on conflict (workspace_id, phone, number_id) do update
   set spoke_at = greatest(c.spoke_at, excluded.spoke_at),
       wrote_at = greatest(c.wrote_at, excluded.wrote_at),
       wrote_id = greatest(c.wrote_id, excluded.wrote_id);
delete from sms.contact where pg_temp.is_old(phone);

-- Somebody who is in a group in both forms stays in it once.
delete from sms.member m
 where pg_temp.is_old(phone)
   and exists (select from sms.member other
                where other.group_id = m.group_id and pg_temp.today(other.phone) = pg_temp.today(m.phone)
                  and (other.id < m.id or not pg_temp.is_old(other.phone)) and other.id <> m.id);
update sms.member set phone = pg_temp.today(phone) where pg_temp.is_old(phone);

update sms.number n set phone = pg_temp.today(phone)
 where pg_temp.is_old(phone)
   and not exists (select from sms.number other
                    where other.id <> n.id and other.removed_at is null
                      and pg_temp.today(other.phone) = pg_temp.today(n.phone));
update sms.unrouted set phone = pg_temp.today(phone) where pg_temp.is_old(phone);
-- What was sealed for a phone opens for that phone only.
update sms.queue q set phone = pg_temp.today(q.phone)
  from sms.message m
 where m.id = q.message_id and m.sealed_body is null and pg_temp.is_old(q.phone);
update sms.message set phone = pg_temp.today(phone) where sealed_body is null and pg_temp.is_old(phone);

drop function pg_temp.is_old(text);
drop function pg_temp.today(text);
