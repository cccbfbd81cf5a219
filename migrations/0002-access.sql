-- Who may call: people, workspaces, membership, plans, keys and approvals (design.md section 3, Accounts).

create schema access;
comment on schema access is 'People, workspaces, membership, plans, keys and approvals.';

create sequence access.person_id;
comment on sequence access.person_id is
  'Users and invitations draw their ids from here, so that no integer means both.';

create table access.user (
  id bigint primary key default nextval('access.person_id'),
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text,
  created_at timestamptz not null,
  disabled_at timestamptz,
  constraint user_email_normalised check (email = lower(btrim(email)) and email <> ''),
  constraint user_email_taken unique (email)
);
comment on table access.user is 'A person. Without a password hash the person cannot sign in yet.';

create table access.workspace (
  id bigint generated always as identity primary key,
  type text not null check (type in ('personal', 'org')),
  name text not null,
  owner_id bigint not null references access.user (id),
  created_at timestamptz not null
);
comment on table access.workspace is 'What keys, files and messages belong to: one personal workspace a person, and organizations.';
create index workspace_owner on access.workspace (owner_id, type);
create unique index workspace_one_personal on access.workspace (owner_id) where type = 'personal';

create table access.member (
  workspace_id bigint not null references access.workspace (id),
  user_id bigint not null references access.user (id),
  role text not null check (role in ('owner', 'admin', 'member')),
  joined_at timestamptz not null,
  constraint member_already_there primary key (workspace_id, user_id)
);
comment on table access.member is 'Active membership. The owner has a row too; removal deletes the row.';
create unique index member_one_owner on access.member (workspace_id) where role = 'owner';
create index member_user on access.member (user_id, workspace_id);

create table access.plan (
  name text primary key,
  services text[] not null,
  sms_daily int not null check (sms_daily >= 0),
  payg boolean not null,
  cap_micros bigint not null check (cap_micros >= 0),
  price_micros bigint not null check (price_micros >= 0)
);
comment on table access.plan is 'Plans that the operator edits. Money is in micro-units.';
comment on column access.plan.sms_daily is 'Recipients an account may send to in one UTC day.';
comment on column access.plan.payg is 'Whether sends beyond the daily allowance are metered, up to cap_micros a month.';
comment on column access.plan.price_micros is 'Price of one metered segment.';
insert into access.plan (name, services, sms_daily, payg, cap_micros, price_micros)
values ('standard', '{sms,files}', 200, false, 0, 8000);

create table access.subscription (
  user_id bigint primary key references access.user (id),
  plan text not null references access.plan (name),
  active boolean not null,
  services text[],
  sms_daily int check (sms_daily >= 0),
  payg boolean,
  cap_micros bigint check (cap_micros >= 0),
  price_micros bigint check (price_micros >= 0)
);
comment on table access.subscription is 'The plan of a person; what is not null here goes before the value of the plan.';

create view access.entitlement as
select
  s.user_id,
  s.active,
  coalesce(s.services, p.services) as services,
  coalesce(s.sms_daily, p.sms_daily) as sms_daily,
  coalesce(s.payg, p.payg) as payg,
  coalesce(s.cap_micros, p.cap_micros) as cap_micros,
  coalesce(s.price_micros, p.price_micros) as price_micros
from access.subscription s
join access.plan p on p.name = s.plan;
comment on view access.entitlement is 'What a person''s subscription comes to.';

create table access.approval (
  user_id bigint primary key references access.user (id),
  approved_at timestamptz not null,
  revoked_at timestamptz
);
comment on table access.approval is 'The operator''s approval of a person for the provisioning service: accounts.md 4 and 5.';

create table access.api_key (
  id bigint generated always as identity primary key,
  digest bytea not null,
  prefix text not null,
  name text not null,
  service text not null check (service in ('sms', 'files', 'iam', 'provisioning')),
  environment text not null check (environment in ('live', 'test')),
  user_id bigint not null references access.user (id),
  workspace_id bigint not null references access.workspace (id),
  scopes text[] not null,
  per_minute int not null check (per_minute >= 0),
  per_day int check (per_day >= 0),
  number_id bigint,
  folder_id text,
  ips text[] not null,
  domains text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  constraint api_key_digest unique (digest)
);
comment on table access.api_key is 'API keys. Only the SHA-256 of a key is kept; the key itself is shown once.';
comment on column access.api_key.prefix is 'The first characters, to recognise the key by.';
comment on column access.api_key.number_id is 'sms.number that the key is bound to, if any.';
comment on column access.api_key.folder_id is 'files.file that the key is confined to, if any.';
comment on column access.api_key.ips is 'Addresses and CIDR ranges allowed to call; empty: any.';
comment on column access.api_key.domains is 'Hosts and *.domains allowed as Origin; empty: any.';
create index api_key_user on access.api_key (user_id);
create index api_key_workspace on access.api_key (workspace_id);

create table access.api_key_use (
  key_id bigint primary key references access.api_key (id),
  last_used_at timestamptz not null
);
comment on table access.api_key_use is 'Apart from api_key, so that noting a use does not look like a change of the key.';

-- Every process keeps what it knows of keys for a few seconds. These notices make it forget at once; a trigger,
-- so that no statement, also none typed by an operator, can forget to tell.
create function access.tell_change() returns trigger language plpgsql as $$
declare
  -- As jsonb, because the tables have different columns.
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('bureau', 'access:' || case tg_table_name
    when 'api_key' then 'key:' || (changed ->> 'id')
    when 'user' then 'user:' || (changed ->> 'id')
    when 'workspace' then 'workspace:' || (changed ->> 'id')
    when 'plan' then 'all'
    else 'user:' || (changed ->> 'user_id')
  end);
  return null;
end $$;

create trigger tell_change after update or delete on access.api_key
  for each row execute function access.tell_change();
create trigger tell_change after update or delete on access.user
  for each row execute function access.tell_change();
create trigger tell_change after update or delete on access.workspace
  for each row execute function access.tell_change();
create trigger tell_change after insert or update or delete on access.member
  for each row execute function access.tell_change();
create trigger tell_change after insert or update or delete on access.subscription
  for each row execute function access.tell_change();
create trigger tell_change after insert or update or delete on access.approval
  for each row execute function access.tell_change();
create trigger tell_change after update or delete on access.plan
  for each row execute function access.tell_change();
