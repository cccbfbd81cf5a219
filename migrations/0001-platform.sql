-- What the mechanisms below all services keep: the outbox of events, mails, counters of rate limits, and what was migrated.
-- The table platform.migration is made by the program before the first of these files runs.

create table platform.event (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  name text not null,
  data jsonb not null,
  wildcard_only boolean not null,
  created_at timestamptz not null
);
comment on table platform.event is
  'Outbox: what happened in a workspace, committed together with the change, to be told to the workspace''s webhooks.';
comment on column platform.event.workspace_id is
  'No foreign key: the platform does not know workspaces, and an event outlives what it tells of.';
comment on column platform.event.data is 'The payload as rendered at the moment of the change; delivery adds nothing.';
comment on column platform.event.wildcard_only is 'Only subscribers of * are told.';

create table platform.mail (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  links text[] not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  error text,
  constraint mail_one_outcome check (sent_at is null or failed_at is null)
);
comment on table platform.mail is 'Mails to persons, written with the change that causes them and sent by the job deliver-mail.';
comment on column platform.mail.links is 'The links of the text, so that an operator can copy them when no mail server is set up.';
comment on column platform.mail.failed_at is 'When it was given up; error says why. A mail that will be tried again has neither.';
create index mail_recipient on platform.mail (recipient, id desc);
create index mail_created on platform.mail (created_at);
comment on index platform.mail_created is 'For the sweep that removes old mails.';

create table platform.counter (
  counter text not null,
  bucket_seconds int not null check (bucket_seconds > 0),
  bucket bigint not null,
  count int not null check (count >= 0),
  primary key (counter, bucket_seconds, bucket)
);
comment on table platform.counter is
  'How often something rate-limited happened, a row for each span of time; the memory of the server across restarts.';
comment on column platform.counter.counter is 'Whose requests count together: key:17:minute.';
comment on column platform.counter.bucket_seconds is 'Length of the span.';
comment on column platform.counter.bucket is 'The span''s start in seconds since 1970, divided by bucket_seconds.';
