-- Bodies name tables that are created further down.
set local check_function_bodies = off;

create schema identity;
comment on schema identity is 'People, workspaces, membership, plans, keys and approvals.';

create sequence identity.person_id as bigint start 1 increment 1;
comment on sequence identity.person_id is 'Users and invitations draw their ids from here, so that no integer means both.';

create function identity.tell_change()
 returns trigger
 language plpgsql
as $function$
declare
  -- As jsonb, because the tables have different columns.
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('bureau', 'identity:' || case tg_table_name
    when 'api_key' then 'key:' || (changed ->> 'id')
    when 'user' then 'user:' || (changed ->> 'id')
    when 'workspace' then 'workspace:' || (changed ->> 'id')
    when 'plan' then 'all'
    else 'user:' || (changed ->> 'user_id')
  end);
  return null;
end $function$;

create table identity."user" (
  id bigint not null default nextval('identity.person_id'::regclass),
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text,
  created_at timestamptz not null,
  disabled_at timestamptz,
  phone bytea,
  email_verified_at timestamptz,
  created_by bigint,
  sponsor_id bigint,
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  totp_step bigint,
  constraint user_pkey primary key (id),
  constraint user_email_taken unique (email),
  constraint user_email_normalised check (((email = lower(btrim(email))) and (email <> ''::text)))
);
create index user_created_by on identity."user" using btree (created_by, created_at) where (created_by is not null);
create index user_sponsor on identity."user" using btree (sponsor_id) where (sponsor_id is not null);
comment on table identity."user" is 'A person. Without a password hash the person cannot sign in yet.';
comment on column identity."user".phone is 'Sealed by the vault for user.phone:<id>.';
comment on column identity."user".email_verified_at is 'When the person first used a link that was mailed to the address.';
comment on column identity."user".created_by is 'The person whose provisioning key created the account; may have reset links mailed to it.';
comment on column identity."user".sponsor_id is 'Who pays: their subscription has to be active, and its plan is the person''s unless they have one of their own.';
comment on column identity."user".totp_secret is 'Sealed by the vault for user.totp:<id>; in force once totp_confirmed_at is set.';
comment on column identity."user".totp_step is 'The last time step whose code was used; no code is taken twice.';

create table identity.api_key (
  id bigint not null generated always as identity,
  digest bytea not null,
  prefix text not null,
  name text not null,
  service text not null,
  environment text not null,
  user_id bigint not null,
  workspace_id bigint not null,
  scopes text[] not null,
  per_minute integer not null,
  per_day integer,
  number_id bigint,
  folder_id text,
  ips text[] not null,
  domains text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  orphaned_at timestamptz,
  constraint api_key_pkey primary key (id),
  constraint api_key_digest unique (digest),
  constraint api_key_environment_check check ((environment = any (array['live'::text, 'test'::text]))),
  constraint api_key_per_day_check check ((per_day >= 0)),
  constraint api_key_per_minute_check check ((per_minute >= 0)),
  constraint api_key_service_check check ((service = any (array['sms'::text, 'files'::text, 'iam'::text, 'provisioning'::text])))
);
create index api_key_user on identity.api_key using btree (user_id);
create index api_key_workspace on identity.api_key using btree (workspace_id);
comment on table identity.api_key is 'API keys. Only the SHA-256 of a key is kept; the key itself is shown once.';
comment on column identity.api_key.prefix is 'The first characters, to recognise the key by.';
comment on column identity.api_key.number_id is 'sms.number that the key is bound to, if any.';
comment on column identity.api_key.folder_id is 'files.file that the key is confined to, if any.';
comment on column identity.api_key.ips is 'Addresses and CIDR ranges allowed to call; empty: any.';
comment on column identity.api_key.domains is 'Hosts and *.domains allowed as Origin; empty: any.';
comment on column identity.api_key.orphaned_at is 'When the creator left the workspace. The key does not come back with them.';

create table identity.api_key_use (
  key_id bigint not null,
  last_used_at timestamptz not null,
  constraint api_key_use_pkey primary key (key_id)
);
comment on table identity.api_key_use is 'Apart from api_key, so that noting a use does not look like a change of the key.';

create table identity.approval (
  user_id bigint not null,
  approved_at timestamptz,
  revoked_at timestamptz,
  requested_at timestamptz,
  declined_at timestamptz,
  company text,
  purpose text,
  monthly_accounts integer,
  constraint approval_pkey primary key (user_id),
  constraint approval_began check ((coalesce(requested_at, approved_at) is not null)),
  constraint approval_monthly_accounts_check check ((monthly_accounts >= 0))
);
create index approval_requested on identity.approval using btree (user_id) where ((approved_at is null) and (declined_at is null));
comment on table identity.approval is 'Access of a person to the provisioning service: requested, approved, declined or revoked. In force while approved_at is set and neither declined_at nor revoked_at is.';

create table identity.audit (
  id bigint not null generated always as identity,
  at timestamptz not null,
  actor text not null,
  user_id bigint,
  key_id bigint,
  workspace_id bigint,
  action text not null,
  target text,
  outcome text not null,
  request_id text,
  address text,
  calls integer not null default 1,
  constraint audit_pkey primary key (id),
  constraint audit_actor_check check ((actor = any (array['key'::text, 'person'::text, 'operator'::text, 'nobody'::text]))),
  constraint audit_calls_check check ((calls > 0))
);
create index audit_at on identity.audit using brin (at);
create index audit_key on identity.audit using btree (key_id, id desc) where (key_id is not null);
create index audit_user on identity.audit using btree (user_id, id desc) where (user_id is not null);
create index audit_workspace on identity.audit using btree (workspace_id, id desc) where (workspace_id is not null);
comment on table identity.audit is 'Who did what, appended in the transaction of the change; of provisioning also what was refused. No foreign keys: entries outlive what they name.';
comment on column identity.audit.user_id is 'The person, or whose key it was.';
comment on column identity.audit.target is 'What it was done to: user:17, workspace:4, invitation:9.';
comment on column identity.audit.outcome is 'ok, or the code of the refusal.';
comment on column identity.audit.calls is 'How many calls the entry stands for: calls over the limits of a key are one entry for some seconds.';

create table identity.invitation (
  id bigint not null default nextval('identity.person_id'::regclass),
  workspace_id bigint not null,
  email text not null,
  role text not null,
  invited_by bigint not null,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by bigint,
  cancelled_at timestamptz,
  constraint invitation_pkey primary key (id),
  constraint invitation_accepted_by_somebody check (((accepted_at is null) = (accepted_by is null))),
  constraint invitation_email_normalised check (((email = lower(btrim(email))) and (email <> ''::text))),
  constraint invitation_ended_once check (((accepted_at is null) or (cancelled_at is null))),
  constraint invitation_role_check check ((role = any (array['admin'::text, 'member'::text])))
);
create index invitation_email on identity.invitation using btree (email) where ((accepted_at is null) and (cancelled_at is null));
create unique index invitation_one_pending on identity.invitation using btree (workspace_id, email) where ((accepted_at is null) and (cancelled_at is null));
create index invitation_pending on identity.invitation using btree (workspace_id, id desc) where ((accepted_at is null) and (cancelled_at is null));
comment on table identity.invitation is 'An invitation of an address to an organization. Inviting again changes the row, so that its id stays; its links are in identity.link.';

create table identity.invite_code (
  code text collate "C" not null,
  workspace_id bigint not null,
  created_by bigint not null,
  created_at timestamptz not null,
  used_at timestamptz,
  used_by bigint,
  revoked_at timestamptz,
  constraint invite_code_pkey primary key (code),
  constraint invite_code_ended_once check (((used_at is null) or (revoked_at is null))),
  constraint invite_code_used_by_somebody check (((used_at is null) = (used_by is null)))
);
create index invite_code_unused on identity.invite_code using btree (workspace_id, created_at desc) where ((used_at is null) and (revoked_at is null));
comment on table identity.invite_code is 'Join links of an organization that people hand on. Each lets one person in, as a member.';

create table identity.link (
  id bigint not null generated always as identity,
  digest bytea not null,
  kind text not null,
  user_id bigint,
  invitation_id bigint,
  workspace_id bigint,
  recipient text not null,
  issued_by bigint,
  issued_via text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint link_pkey primary key (id),
  constraint link_digest unique (digest),
  constraint link_ended_once check (((used_at is null) or (revoked_at is null))),
  constraint link_is_for_one check ((((kind = 'invitation'::text) = (invitation_id is not null)) and ((kind = 'invitation'::text) <> (user_id is not null)))),
  constraint link_issued_via_check check ((issued_via = any (array['iam'::text, 'provisioning'::text, 'page'::text, 'console'::text]))),
  constraint link_kind_check check ((kind = any (array['welcome'::text, 'reset'::text, 'invitation'::text])))
);
create index link_expired on identity.link using btree (expires_at);
create index link_invitation on identity.link using btree (invitation_id) where (invitation_id is not null);
create index link_issuer on identity.link using btree (issued_by, created_at) where (kind = 'invitation'::text);
create index link_user on identity.link using btree (user_id, kind) where ((used_at is null) and (revoked_at is null));
create index link_workspace on identity.link using btree (workspace_id, created_at) where (workspace_id is not null);
comment on table identity.link is 'E-mailed links that work once. Only the SHA-256 of the token is kept.';
comment on column identity.link.issued_via is 'iam counts against the limits of invitations, provisioning against its ten-minute rule; page is the visitor''s own request.';

create table identity.member (
  workspace_id bigint not null,
  user_id bigint not null,
  role text not null,
  joined_at timestamptz not null,
  constraint member_already_there primary key (workspace_id, user_id),
  constraint member_role_check check ((role = any (array['owner'::text, 'admin'::text, 'member'::text])))
);
create unique index member_one_owner on identity.member using btree (workspace_id) where (role = 'owner'::text);
create index member_user on identity.member using btree (user_id, workspace_id);
comment on table identity.member is 'Active membership. The owner has a row too; removal deletes the row.';

create table identity.plan (
  name text not null,
  services text[] not null,
  sms_daily integer not null,
  payg boolean not null,
  cap_micros bigint not null,
  price_micros bigint not null,
  constraint plan_pkey primary key (name),
  constraint plan_cap_micros_check check ((cap_micros >= 0)),
  constraint plan_price_micros_check check ((price_micros >= 0)),
  constraint plan_sms_daily_check check ((sms_daily >= 0))
);
comment on table identity.plan is 'Plans that the operator edits. Money is in micro-units.';
comment on column identity.plan.sms_daily is 'Recipients an account may send to in one UTC day.';
comment on column identity.plan.payg is 'Whether sends beyond the daily allowance are metered, up to cap_micros a month.';
comment on column identity.plan.price_micros is 'Price of one metered segment.';

create table identity.recovery_code (
  user_id bigint not null,
  digest bytea not null,
  used_at timestamptz,
  constraint recovery_code_pkey primary key (user_id, digest)
);
comment on table identity.recovery_code is 'Codes that stand in for a lost second factor, each once.';

create table identity.session (
  id bigint not null generated always as identity,
  digest bytea not null,
  user_id bigint not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  address text not null,
  browser text not null,
  constraint session_pkey primary key (id),
  constraint session_digest unique (digest)
);
create index session_expired on identity.session using btree (expires_at);
create index session_open on identity.session using btree (user_id) where (ended_at is null);
comment on table identity.session is 'Log-ins of people. Only the SHA-256 of the token in the cookie is kept.';
comment on column identity.session.expires_at is 'The latest end, whatever the person does.';

create table identity.subscription (
  user_id bigint not null,
  plan text,
  active boolean not null,
  services text[],
  sms_daily integer,
  payg boolean,
  cap_micros bigint,
  price_micros bigint,
  constraint subscription_pkey primary key (user_id),
  constraint subscription_cap_micros_check check ((cap_micros >= 0)),
  constraint subscription_price_micros_check check ((price_micros >= 0)),
  constraint subscription_sms_daily_check check ((sms_daily >= 0))
);
comment on table identity.subscription is 'The plan of a person; what is not null here goes before the value of the plan.';
comment on column identity.subscription.plan is 'null: the plan of the sponsor.';

create table identity.workspace (
  id bigint not null generated always as identity,
  type text not null,
  name text not null,
  owner_id bigint not null,
  created_at timestamptz not null,
  ein text,
  ein_sealed bytea,
  constraint workspace_pkey primary key (id),
  constraint workspace_ein_digits check ((ein ~ '^[0-9]{9}$'::text)),
  constraint workspace_type_check check ((type = any (array['personal'::text, 'org'::text])))
);
create index workspace_ein_unsealed on identity.workspace using btree (id) where (ein is not null);
create unique index workspace_one_personal on identity.workspace using btree (owner_id) where (type = 'personal'::text);
create index workspace_owner on identity.workspace using btree (owner_id, type);
comment on table identity.workspace is 'What keys, files and messages belong to: one personal workspace a person, and organizations.';
comment on column identity.workspace.ein is 'As ein_sealed, but in clear text, from before 0026. The job seal-eins moves it there.';
comment on column identity.workspace.ein_sealed is 'Employer identification number: nine digits, sealed by the vault for workspace.ein:<id>.';

create view identity.entitlement as
 select s.user_id,
    (s.active and coalesce(b.active, true)) as active,
    coalesce(s.services, p.services, b.services, bp.services) as services,
    coalesce(s.sms_daily, p.sms_daily, b.sms_daily, bp.sms_daily) as sms_daily,
    coalesce(s.payg, p.payg, false) as payg,
    coalesce(s.cap_micros, p.cap_micros, (0)::bigint) as cap_micros,
    coalesce(s.price_micros, p.price_micros, b.price_micros, bp.price_micros) as price_micros
   from ((((identity.subscription s
     join identity."user" u on ((u.id = s.user_id)))
     left join identity.plan p on ((p.name = s.plan)))
     left join identity.subscription b on ((b.user_id = u.sponsor_id)))
     left join identity.plan bp on ((bp.name = b.plan)));
comment on view identity.entitlement is 'What a person''s subscription comes to. Metered sends of a sponsored person wait for a plan or a value of their own.';

alter table identity."user" add constraint user_created_by_fkey foreign key (created_by) references identity."user"(id);

alter table identity."user" add constraint user_sponsor_id_fkey foreign key (sponsor_id) references identity."user"(id);

alter table identity.api_key add constraint api_key_user_id_fkey foreign key (user_id) references identity."user"(id);

alter table identity.api_key add constraint api_key_workspace_id_fkey foreign key (workspace_id) references identity.workspace(id);

alter table identity.api_key_use add constraint api_key_use_key_id_fkey foreign key (key_id) references identity.api_key(id);

alter table identity.approval add constraint approval_user_id_fkey foreign key (user_id) references identity."user"(id);

alter table identity.invitation add constraint invitation_accepted_by_fkey foreign key (accepted_by) references identity."user"(id);

alter table identity.invitation add constraint invitation_invited_by_fkey foreign key (invited_by) references identity."user"(id);

alter table identity.invitation add constraint invitation_workspace_id_fkey foreign key (workspace_id) references identity.workspace(id);

alter table identity.invite_code add constraint invite_code_created_by_fkey foreign key (created_by) references identity."user"(id);

alter table identity.invite_code add constraint invite_code_used_by_fkey foreign key (used_by) references identity."user"(id);

alter table identity.invite_code add constraint invite_code_workspace_id_fkey foreign key (workspace_id) references identity.workspace(id);

alter table identity.link add constraint link_invitation_id_fkey foreign key (invitation_id) references identity.invitation(id) on delete cascade;

alter table identity.link add constraint link_issued_by_fkey foreign key (issued_by) references identity."user"(id);

alter table identity.link add constraint link_user_id_fkey foreign key (user_id) references identity."user"(id);

alter table identity.link add constraint link_workspace_id_fkey foreign key (workspace_id) references identity.workspace(id);

alter table identity.member add constraint member_user_id_fkey foreign key (user_id) references identity."user"(id);

alter table identity.member add constraint member_workspace_id_fkey foreign key (workspace_id) references identity.workspace(id);

alter table identity.recovery_code add constraint recovery_code_user_id_fkey foreign key (user_id) references identity."user"(id);

alter table identity.session add constraint session_user_id_fkey foreign key (user_id) references identity."user"(id);

alter table identity.subscription add constraint subscription_plan_fkey foreign key (plan) references identity.plan(name);

alter table identity.subscription add constraint subscription_user_id_fkey foreign key (user_id) references identity."user"(id);

alter table identity.workspace add constraint workspace_owner_id_fkey foreign key (owner_id) references identity."user"(id);

create trigger tell_change after delete or update on identity."user" for each row execute function identity.tell_change();

create trigger tell_change after delete or update on identity.api_key for each row execute function identity.tell_change();

create trigger tell_change after insert or delete or update on identity.approval for each row execute function identity.tell_change();

create trigger tell_change after insert or delete or update on identity.member for each row execute function identity.tell_change();

create trigger tell_change after delete or update on identity.plan for each row execute function identity.tell_change();

create trigger tell_change after insert or delete or update on identity.subscription for each row execute function identity.tell_change();

create trigger tell_change after delete or update on identity.workspace for each row execute function identity.tell_change();

insert into identity.plan (name, services, sms_daily, payg, cap_micros, price_micros)
values ('standard', '{sms,files}', 200, false, 0, 8000);
