-- People and organizations: what accounts, invitations, e-mailed links, sessions and the audit log are made of.

alter table access.user
  add column phone bytea,
  add column email_verified_at timestamptz,
  add column created_by bigint references access.user (id),
  add column sponsor_id bigint references access.user (id),
  add column totp_secret bytea,
  add column totp_confirmed_at timestamptz,
  add column totp_step bigint;
comment on column access.user.phone is 'Sealed by the vault for user.phone:<id>.';
comment on column access.user.email_verified_at is 'When the person first used a link that was mailed to the address.';
comment on column access.user.created_by is 'The person whose provisioning key created the account; may have reset links mailed to it.';
comment on column access.user.sponsor_id is 'Who pays: their subscription has to be active, and its plan is the person''s unless they have one of their own.';
comment on column access.user.totp_secret is 'Sealed by the vault for user.totp:<id>; in force once totp_confirmed_at is set.';
comment on column access.user.totp_step is 'The last time step whose code was used; no code is taken twice.';
create index user_created_by on access.user (created_by, created_at) where created_by is not null;
create index user_sponsor on access.user (sponsor_id) where sponsor_id is not null;

-- The plan of a sponsored person is the sponsor's, unless the operator gives them one.
alter table access.subscription alter column plan drop not null;
comment on column access.subscription.plan is 'null: the plan of the sponsor.';

create or replace view access.entitlement as
select
  s.user_id,
  s.active and coalesce(b.active, true) as active,
  coalesce(s.services, p.services, b.services, bp.services) as services,
  coalesce(s.sms_daily, p.sms_daily, b.sms_daily, bp.sms_daily) as sms_daily,
  coalesce(s.payg, p.payg, false) as payg,
  coalesce(s.cap_micros, p.cap_micros, 0) as cap_micros,
  coalesce(s.price_micros, p.price_micros, b.price_micros, bp.price_micros) as price_micros
from access.subscription s
join access.user u on u.id = s.user_id
left join access.plan p on p.name = s.plan
left join access.subscription b on b.user_id = u.sponsor_id
left join access.plan bp on bp.name = b.plan;
comment on view access.entitlement is
  'What a person''s subscription comes to. Metered sends of a sponsored person wait for a plan or a value of their own.';

-- An approval begins with a request.
alter table access.approval
  alter column approved_at drop not null,
  add column requested_at timestamptz,
  add column declined_at timestamptz,
  add column company text,
  add column purpose text,
  add column monthly_accounts int check (monthly_accounts >= 0),
  add constraint approval_began check (coalesce(requested_at, approved_at) is not null);
comment on table access.approval is
  'Access of a person to the provisioning service: requested, approved, declined or revoked. In force while approved_at is set and neither declined_at nor revoked_at is.';

create table access.invitation (
  id bigint primary key default nextval('access.person_id'),
  workspace_id bigint not null references access.workspace (id),
  email text not null,
  role text not null check (role in ('admin', 'member')),
  invited_by bigint not null references access.user (id),
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by bigint references access.user (id),
  cancelled_at timestamptz,
  constraint invitation_email_normalised check (email = lower(btrim(email)) and email <> ''),
  constraint invitation_ended_once check (accepted_at is null or cancelled_at is null),
  constraint invitation_accepted_by_somebody check ((accepted_at is null) = (accepted_by is null))
);
comment on table access.invitation is
  'An invitation of an address to an organization. Inviting again changes the row, so that its id stays; its links are in access.link.';
create unique index invitation_one_pending on access.invitation (workspace_id, email)
  where accepted_at is null and cancelled_at is null;
create index invitation_pending on access.invitation (workspace_id, id desc)
  where accepted_at is null and cancelled_at is null;
create index invitation_email on access.invitation (email) where accepted_at is null and cancelled_at is null;

create table access.link (
  id bigint generated always as identity primary key,
  digest bytea not null,
  kind text not null check (kind in ('welcome', 'reset', 'invitation')),
  user_id bigint references access.user (id),
  invitation_id bigint references access.invitation (id) on delete cascade,
  workspace_id bigint references access.workspace (id),
  recipient text not null,
  issued_by bigint references access.user (id),
  issued_via text not null check (issued_via in ('iam', 'provisioning', 'page', 'console')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint link_digest unique (digest),
  constraint link_ended_once check (used_at is null or revoked_at is null),
  constraint link_is_for_one check ((kind = 'invitation') = (invitation_id is not null) and (kind = 'invitation') <> (user_id is not null))
);
comment on table access.link is 'E-mailed links that work once. Only the SHA-256 of the token is kept.';
comment on column access.link.issued_via is 'iam counts against the limits of invitations, provisioning against its ten-minute rule; page is the visitor''s own request.';
create index link_user on access.link (user_id, kind) where used_at is null and revoked_at is null;
create index link_invitation on access.link (invitation_id) where invitation_id is not null;
create index link_workspace on access.link (workspace_id, created_at) where workspace_id is not null;
create index link_issuer on access.link (issued_by, created_at) where kind = 'invitation';
create index link_expired on access.link (expires_at);

create table access.invite_code (
  code text collate "C" primary key,
  workspace_id bigint not null references access.workspace (id),
  created_by bigint not null references access.user (id),
  created_at timestamptz not null,
  used_at timestamptz,
  used_by bigint references access.user (id),
  revoked_at timestamptz,
  constraint invite_code_ended_once check (used_at is null or revoked_at is null),
  constraint invite_code_used_by_somebody check ((used_at is null) = (used_by is null))
);
comment on table access.invite_code is 'Join links of an organization that people hand on. Each lets one person in, as a member.';
create index invite_code_unused on access.invite_code (workspace_id, created_at desc)
  where used_at is null and revoked_at is null;

create table access.session (
  id bigint generated always as identity primary key,
  digest bytea not null,
  user_id bigint not null references access.user (id),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  address text not null,
  browser text not null,
  constraint session_digest unique (digest)
);
comment on table access.session is 'Log-ins of people. Only the SHA-256 of the token in the cookie is kept.';
comment on column access.session.expires_at is 'The latest end, whatever the person does.';
create index session_open on access.session (user_id) where ended_at is null;
create index session_expired on access.session (expires_at);

create table access.recovery_code (
  user_id bigint not null references access.user (id),
  digest bytea not null,
  used_at timestamptz,
  primary key (user_id, digest)
);
comment on table access.recovery_code is 'Codes that stand in for a lost second factor, each once.';

create table access.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null check (actor in ('key', 'person', 'operator', 'nobody')),
  user_id bigint,
  key_id bigint,
  workspace_id bigint,
  action text not null,
  target text,
  outcome text not null,
  request_id text,
  address text
);
comment on table access.audit is 'Who did what, appended in the transaction of the change; of provisioning also what was refused. No foreign keys: entries outlive what they name.';
comment on column access.audit.user_id is 'The person, or whose key it was.';
comment on column access.audit.target is 'What it was done to: user:17, workspace:4, invitation:9.';
comment on column access.audit.outcome is 'ok, or the code of the refusal.';
create index audit_workspace on access.audit (workspace_id, id desc) where workspace_id is not null;
create index audit_user on access.audit (user_id, id desc) where user_id is not null;
create index audit_at on access.audit using brin (at);
