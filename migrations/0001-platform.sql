create table platform.counter (
  counter text not null,
  bucket_seconds integer not null,
  bucket bigint not null,
  count integer not null,
  constraint counter_pkey primary key (counter, bucket_seconds, bucket),
  constraint counter_bucket_seconds_check check ((bucket_seconds > 0)),
  constraint counter_count_check check ((count >= 0))
);
comment on table platform.counter is 'How often something rate-limited happened, a row for each span of time; the memory of the server across restarts.';
comment on column platform.counter.counter is 'Whose requests count together: key:17:minute.';
comment on column platform.counter.bucket_seconds is 'Length of the span.';
comment on column platform.counter.bucket is 'The span''s start in seconds since 1970, divided by bucket_seconds.';

create table platform.event (
  id bigint not null generated always as identity,
  workspace_id bigint not null,
  name text not null,
  data jsonb not null,
  wildcard_only boolean not null,
  created_at timestamptz not null,
  constraint event_pkey primary key (id)
);
comment on table platform.event is 'Outbox: what happened in a workspace, committed together with the change, to be told to the workspace''s webhooks.';
comment on column platform.event.workspace_id is 'No foreign key: the platform does not know workspaces, and an event outlives what it tells of.';
comment on column platform.event.data is 'The payload as rendered at the moment of the change; delivery adds nothing.';
comment on column platform.event.wildcard_only is 'Only subscribers of * are told.';

create table platform.job_turn (
  job_id bigint not null,
  tenant_id bigint not null,
  priority smallint not null,
  constraint job_turn_pkey primary key (job_id)
);
create index job_turn_tenant on platform.job_turn using btree (tenant_id, priority);
comment on table platform.job_turn is 'Jobs in the table of the job queue whose turn it is; few for each tenant.';
comment on column platform.job_turn.job_id is 'The job queue''s own id; a job that is gone loses its turn to give-turns.';

create table platform.mail (
  id bigint not null generated always as identity,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  links text[] not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  error text,
  queued_at timestamptz,
  constraint mail_pkey primary key (id),
  constraint mail_one_outcome check (((sent_at is null) or (failed_at is null)))
);
create index mail_created on platform.mail using btree (created_at);
comment on index platform.mail_created is 'For the sweep that removes old mails.';
create index mail_failed on platform.mail using btree (failed_at) where (failed_at is not null);
comment on index platform.mail_failed is 'For the metrics of mails that were given up.';
create index mail_recipient on platform.mail using btree (recipient, id desc);
create index mail_waiting on platform.mail using btree (queued_at) where ((queued_at is not null) and (sent_at is null) and (failed_at is null));
comment on index platform.mail_waiting is 'For the metrics of mails that wait.';
comment on table platform.mail is 'Mails to persons, written with the change that causes them and sent by the job deliver-mail.';
comment on column platform.mail.links is 'The links of the text, so that an operator can copy them when no mail server is set up.';
comment on column platform.mail.failed_at is 'When it was given up; error says why. A mail that will be tried again has neither.';
comment on column platform.mail.queued_at is 'When it was last handed to the queue, which gives up a day later; null while it is only kept, because there was no mail server.';

create table platform.mail_limit (
  subject text collate "C" not null,
  sent_at timestamptz[] not null,
  forget_at timestamptz not null,
  constraint mail_limit_pkey primary key (subject)
);
create index mail_limit_forget on platform.mail_limit using btree (forget_at);
comment on table platform.mail_limit is 'Times of recent mails, counted in the transaction that sends them.';
comment on column platform.mail_limit.subject is 'What is limited: to:<address>, to:<address>:<kind>, tenant:<id of a workspace> or from:<address of the caller>.';
comment on column platform.mail_limit.sent_at is 'The mails that count, as many as the limit at the most.';
comment on column platform.mail_limit.forget_at is 'From this instant on none of them counts any more.';

create table platform.secret (
  name text not null,
  sealed bytea not null,
  constraint secret_pkey primary key (name)
);
comment on table platform.secret is 'Secrets of the installation, made when they are first asked for.';
comment on column platform.secret.sealed is 'Encrypted with the key file or BUREAU_SECRET_KEY, for the purpose secret:<name>.';

create table platform.try (
  target text collate "C" not null,
  subject text collate "C" not null,
  tries integer not null,
  last_at timestamptz not null,
  next_at timestamptz not null,
  forget_at timestamptz not null,
  constraint try_pk primary key (target, subject),
  constraint try_tries_check check ((tries >= 0))
);
create index try_forget on platform.try using btree (forget_at);
comment on table platform.try is 'Tries at secrets that people type, counted before they are judged, so that parallel ones count too.';
comment on column platform.try.target is 'What is tried: share.password:<link>. Tries at different things are counted apart.';
comment on column platform.try.subject is 'Whose tries count together: from:<address of the caller>, to:<e-mail address>, or all for everybody.';
comment on column platform.try.next_at is 'Tries before this instant are refused unseen.';
comment on column platform.try.forget_at is 'From this instant on the tries do not count any more.';

create table platform.waiting_job (
  id bigint not null generated always as identity,
  tenant_id bigint not null,
  name text not null,
  payload json not null,
  priority smallint not null,
  run_at timestamptz not null,
  tries_left smallint not null,
  key text,
  last_error text,
  constraint waiting_job_pkey primary key (id),
  constraint waiting_job_key_key unique (key),
  constraint waiting_job_tries_left_check check ((tries_left > 0))
);
create index waiting_job_turn on platform.waiting_job using btree (tenant_id, priority, run_at, id);
comment on table platform.waiting_job is 'Jobs that wait for a turn of their tenant, also between two tries.';
comment on column platform.waiting_job.priority is 'The queue, as the job queue numbers it: src/platform/jobs/queue.ts.';
comment on column platform.waiting_job.key is 'A waiting job of the same key is replaced.';
