create table identity.request (
  id bigint not null generated always as identity,
  request_id text not null,
  at timestamptz not null,
  workspace_id bigint,
  user_id bigint not null,
  key_id bigint,
  service text not null,
  operation text,
  method text not null,
  path text,
  status smallint not null,
  code text,
  ms real not null,
  address text not null,
  constraint request_pkey primary key (at, id)
);
create index request_by_request_id on identity.request using hash (request_id);
create index request_of_key on identity.request using btree (workspace_id, key_id, id desc) include (at) where (key_id is not null);
create index request_of_user on identity.request using btree (workspace_id, user_id, id desc);
create index request_of_workspace on identity.request using btree (workspace_id, id desc);
create index request_refused on identity.request using btree (workspace_id, id desc) where (status >= 400);
comment on table identity.request is 'Requests of identified callers, appended in batches after their answers. No foreign keys: entries outlive what they name.';
comment on column identity.request.at is 'When the answer ended.';
comment on column identity.request.workspace_id is 'null: of a person outside of a workspace.';
comment on column identity.request.user_id is 'The person, or whose key it was.';
comment on column identity.request.key_id is 'null: made by a person who is logged in.';
comment on column identity.request.operation is 'The id of the endpoint; null: no endpoint has this path and method.';
comment on column identity.request.path is 'The template of the endpoint, with names of parameters instead of values.';
comment on column identity.request.status is '499: the client disconnected before the answer was complete.';
comment on column identity.request.code is 'Of the refusal.';
comment on index identity.request_pkey is 'For the purge. Begins with the time, so that no list of a workspace is read along all workspaces.';
comment on index identity.request_by_request_id is 'A hash, because the ids are random and are looked up whole.';
comment on index identity.request_of_key is 'Has the time, so that the requests of a key in 24 hours are counted without the table.';
comment on index identity.request_of_user is 'For members, who see only their own requests.';
comment on index identity.request_of_workspace is 'For admins, who see all requests of the workspace.';
comment on index identity.request_refused is 'Small: most requests are answered as asked.';
