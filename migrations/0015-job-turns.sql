-- Jobs of one tenant take turns: decision 0027. They wait here, and those whose turn it is are in the table of the job
-- queue, so that picking the next job costs the same however many wait.
create table platform.waiting_job (
  id bigint generated always as identity primary key,
  tenant_id bigint not null,
  name text not null,
  payload json not null,
  priority smallint not null,
  run_at timestamptz not null,
  tries_left smallint not null check (tries_left > 0),
  key text unique,
  last_error text
);
comment on table platform.waiting_job is 'Jobs that wait for a turn of their tenant, also between two tries.';
comment on column platform.waiting_job.priority is 'The queue, as the job queue numbers it: src/platform/jobs/queue.ts.';
comment on column platform.waiting_job.key is 'A waiting job of the same key is replaced.';
create index waiting_job_turn on platform.waiting_job (tenant_id, priority, run_at, id);

create table platform.job_turn (
  job_id bigint primary key,
  tenant_id bigint not null,
  priority smallint not null
);
comment on table platform.job_turn is 'Jobs in the table of the job queue whose turn it is; few for each tenant.';
comment on column platform.job_turn.job_id is 'The job queue''s own id; a job that is gone loses its turn to give-turns.';
create index job_turn_tenant on platform.job_turn (tenant_id, priority);
